"""The page's entry: makes the application and hands it the browser."""

from chowk.browser.entry import begin

begin()
