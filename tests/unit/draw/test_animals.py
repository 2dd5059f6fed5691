"""Test the drawn animals: each has four different faces, in every theme, inside the frame."""

import pytest

from chowk.draw import animals, svg
from chowk.draw.shapes import extent
from chowk.draw.theme import SIDES, THEMES


@pytest.mark.parametrize("look", THEMES)
def test_every_animal_makes_four_different_faces_in_every_theme(look: str) -> None:
    for animal in animals.ANIMALS:
        faces = [animals.portrait(animal, face, "teal cloth") for face in animals.FACES]
        drawn = {svg.picture(face_drawing, animals.FRAME, look, "x") for face_drawing in faces}
        assert len(drawn) == len(animals.FACES), animal


def test_no_two_animals_look_alike() -> None:
    drawn = {animals.portrait(animal, "calm", "teal cloth")[1:] for animal in animals.ANIMALS}
    assert len(drawn) == len(animals.ANIMALS)


def test_whoever_is_unknown_looks_like_the_default_animal() -> None:
    assert animals.portrait("", "glad", "red hi") == animals.portrait(animals.UNKNOWN, "glad", "red hi")


def test_a_head_lies_within_the_frame() -> None:
    left, top, wide, high = animals.FRAME
    for animal in animals.ANIMALS:
        ground = extent(animals.portrait(animal, "calm", "teal cloth")[:1])
        assert left <= ground.left <= ground.right <= left + wide
        assert top <= ground.top <= ground.bottom <= top + high


def test_the_ground_is_the_colour_of_the_side_or_one_of_the_seats_own() -> None:
    assert [animals.ground(f"{side.name} man") for side in SIDES] == [f"{side.name} hi" for side in SIDES]
    assert len({animals.ground("black", seat) for seat in range(4)}) == 4
