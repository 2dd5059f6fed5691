"""Collections: thousands of games of a file, kept in compact form, looked through, sorted and searched."""
