"""What the opponents reckon with: how far cats are from their mice, and what may happen to them on the way."""
