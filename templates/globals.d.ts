// What generated scripts define for the others: each is a `const` of a classic script.

/** Text of the interface by key; a text with a number in it by plural category. */
declare const LemarioStrings: Record<string, string | Record<string, string>>;

/** The search index, injected when it is first needed. */
declare const LemarioData: Data;
