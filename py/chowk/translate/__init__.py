"""The translators' desk: every sentence of a language in its place, and its `.po`. It is fetched by itself."""
