"""Engine protocols: other programs use Chowk's opponents, and Chowk uses other engines. The page has none of them."""
