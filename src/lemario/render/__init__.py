"""From pages to HTML: the theme, its strings, and Jinja."""
