"""Input of the player: pointing, keys, premoves, previews."""
