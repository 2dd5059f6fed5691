"""The page's entry point: it starts the application in the browser."""

from chowk.browser.entry import begin

begin()
