"""The build of the site: from the sources and the runtime to the files that a web host serves."""
