"""From the files of a glossary to the checked `Glossary`."""
