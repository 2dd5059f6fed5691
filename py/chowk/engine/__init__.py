"""What all opponents share: requests, search budget, searches, assets."""
