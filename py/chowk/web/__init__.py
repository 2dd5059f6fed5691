"""The browser: the only place that knows one."""
