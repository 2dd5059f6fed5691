"""The page's entry: start the application in the browser."""

from chowk.browser.entry import begin

begin()
