"""The page's entry: makes the application and hands it the browser."""

from chowk.web.entry import begin

begin()
