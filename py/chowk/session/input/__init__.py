"""The player's input: pointing, keys, premoves and previews of moves."""
