"""Test two devices that play a game by exchanging links only."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import Opener, Other, wait_ready
from tests.e2e.looking import press, settle, violations
from tests.e2e.play import by_mouse, state, wait_until
from tests.unit.features.correspondence.test_brought_seats import trap

DUE = """s.rolling !== null || (s.awaited !== null && s.open.length)
  || document.querySelector('.now [data-key=send-move], .now .primary[data-do=send-move]')"""
"""JavaScript condition that holds if this device has a move, a roll or a link to send."""


def sent(page: Page) -> str:
    """Copy the link on the open sheet and return it.

    The text is selected and copied, since a browser may refuse the button's access to the clipboard.
    """
    dialog = page.get_by_role("dialog", name="Send the link")
    field = dialog.get_by_role("textbox", name="Link")
    dialog.get_by_role("button", name="Copy the link").press("Enter")
    field.select_text()
    field.press("Control+c")
    return str(field.input_value())


def follow(page: Page, link: str) -> None:
    """Open a link in a page that already shows the app."""
    page.evaluate("link => { location.hash = link; }", "#" + link.partition("#")[2])


def turn(page: Page) -> str:
    """Play a whole turn by mouse. Return the link to send, which is copied from the sheet "Other ways"."""
    played(page)
    page.get_by_role("button", name="Other ways").first.press("Enter")
    link = sent(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Send my move")).to_have_count(0)
    return link


SHARED: Final = """() => new Promise(done => {
  navigator.share = what => { done(what.url); return Promise.resolve(); };
  document.querySelector('.now [data-do=send-move]').click();
})"""
"""JavaScript that presses the large button "Send my move" on a device with a share sheet.

It returns the address that the page passes to the share sheet.
"""


def turn_at_one_press(page: Page) -> str:
    """Play a whole turn, press the large button "Send my move" once, and return the link."""
    played(page)
    link = str(page.evaluate(SHARED))
    expect(page.locator(".now")).to_contain_text(re.compile(r"Sent to .+, \d\d:\d\d\."))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Send again")).to_be_visible()
    page.evaluate("delete navigator.share; 0")
    return link


def played(page: Page) -> None:
    """Play a whole turn by mouse, until its moves can be sent. Send nothing."""
    for _ in range(60):
        now = wait_until(page, DUE)
        if now["rolling"] is not None:
            press(page, "roll")
        elif now["awaited"] is not None:
            by_mouse(page, now["open"][0])
        else:
            break
        wait_until(page, "!s.moving")


def violations_at_rest(page: Page) -> list[str]:
    """Return the accessibility faults of a page after its animations have ended."""
    fading = "a => a.finished.catch(() => 0)"
    page.evaluate(
        f"() => Promise.all(document.getAnimations().filter(a => a.effect.getTiming().iterations === 1).map({fading}))"
    )
    settle(page)
    return violations(page)


def sit_down(page: Page, other: Page, game: str) -> None:
    """Invite with one page and accept with the other, through accessible roles only, until both have a seat."""
    page.get_by_role("button", name="Play apart").first.press("Enter")
    dialog = page.get_by_role("dialog", name="Play apart")
    dialog.get_by_role("radio", name=game).press("Space")  # a click could miss while the sheet still moves
    expect(dialog.get_by_role("radio", name=game)).to_be_checked()
    dialog.get_by_role("textbox", name="Your name").fill("Asha")
    assert violations_at_rest(page) == []
    dialog.get_by_role("button", name="Invite").press("Enter")
    invitation = sent(page)
    assert "#t=1." in invitation
    other.goto(invitation)
    wait_ready(other)
    joining = other.get_by_role("dialog", name=game)
    expect(joining).to_contain_text("Asha")
    joining.get_by_role("textbox", name="Your name").fill("Bela")
    assert violations_at_rest(other) == []
    joining.get_by_role("textbox", name="Your name").press("Enter")  # as its main button does
    back = sent(other)
    assert violations_at_rest(other) == []
    other.keyboard.press("Escape")
    waiting = other.get_by_role("region", name="Games that wait for players")
    expect(waiting.get_by_role("button", name=game)).to_be_focused()
    page.keyboard.press("Escape")
    follow(page, back)
    wait_until(page, "s.screen === 'table'")


DEAF: Final = """{
  const Channel = BroadcastChannel;
  window.BroadcastChannel = class extends Channel {
    constructor(name) { super(name === 'chowk.games' ? 'nobody' : name); }
  };
}"""
"""JavaScript that keeps a page from hearing of the games in other tabs, like a page that the browser has stopped."""


def test_an_invitation_that_is_open_in_a_tab_becomes_the_game_that_begins_in_another_tab(
    context: BrowserContext, open_page: Opener, other_page: Other
) -> None:
    first = open_page("?test=1&seed=7&speed=off", page=context.new_page())
    first.get_by_role("button", name="Play apart").first.press("Enter")
    first.get_by_role("dialog", name="Play apart").get_by_role("button", name="Invite").press("Enter")
    invitation = sent(first)
    stopped = context.new_page()
    stopped.add_init_script(DEAF)
    open_page("?test=1&speed=off", page=stopped)
    pending = stopped.get_by_role("region", name="Games that wait for players")
    expect(pending).to_contain_text("Waiting for 1 more player.")
    other = other_page()
    other.goto(invitation)
    wait_ready(other)
    other.get_by_role("button", name="Take the seat").press("Enter")
    answer = sent(other)
    second = context.new_page()
    second.goto(answer)
    wait_ready(second)
    wait_until(second, "s.screen === 'table'")
    wait_until(first, "s.screen === 'table'")
    expect(first.get_by_role("dialog")).to_have_count(0)
    expect(first.locator(".now")).to_contain_text("This game is open in another tab.")
    expect(second.locator(".now")).not_to_contain_text("This game is open in another tab.")
    expect(pending).to_be_visible()
    stopped.evaluate("document.dispatchEvent(new Event('visibilitychange')); 0")
    expect(pending).to_have_count(0)
    expect(stopped.locator(".kept-game")).to_have_count(1)
    first.get_by_role("button", name="Play here instead").press("Enter")
    expect(second.locator(".now")).to_contain_text("This game is open in another tab.")
    assert state(first)["moves"] == state(second)["moves"]


ICON = """window.worn = 0;
navigator.setAppBadge = async count => { window.worn = count; };
navigator.clearAppBadge = async () => { window.worn = 0; };"""
"""JavaScript that stores the number on the installed app's icon in `window.worn`, in place of showing it."""


def test_two_devices_play_by_links_and_a_reload_loses_nothing(page: Page, open_page: Opener, other_page: Other) -> None:
    page.add_init_script(ICON)
    other = other_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    for seed, (game, turns) in enumerate(
        (("Reversi", 6), ("Parcheesi", 4)), 7
    ):  # a page derives only one secret from its seed
        page_of_asha = open_page(f"?test=1&seed={seed}&speed=off")
        sit_down(page_of_asha, other, game)
        pages = [page_of_asha, other]
        if not due(page_of_asha):
            follow(other, again(page_of_asha))
            pages.reverse()
        for number in range(turns):
            link = turn(pages[0]) if number else turn_at_one_press(pages[0])
            plies = state(pages[0])["ply"]
            follow(pages[1], link)
            wait_until(pages[1], f"s.ply === {plies}")
            pages.reverse()
        assert state(page_of_asha)["moves"] == state(other)["moves"]
        assert violations_at_rest(page_of_asha) == []
        follow(page_of_asha, link.replace("t=", "t%3D"))  # some programs write the link in this form
        expect(page_of_asha.locator(".toast")).to_contain_text("already" if pages[0] is page_of_asha else "")
        other.reload()
        wait_ready(other)
        assert wait_until(other, "s.screen === 'table'")["moves"] == state(page_of_asha)["moves"]
        for each in pages:
            each.locator('[data-do="home"]').first.press("Enter")
            wait_until(each, "s.screen === 'home'")
            expect(each.locator(".kept-game").filter(has_text=game)).to_contain_text("since today")
        assert (
            page_of_asha.evaluate("window.worn")
            == page_of_asha.locator(".kept-game").filter(has_text="Your turn").count()
        )
    assert violations_at_rest(page_of_asha) == []


def due(page: Page) -> bool:
    now = wait_until(page, DUE)
    return now["rolling"] is not None or now["awaited"] is not None


def again(page: Page) -> str:
    page.get_by_role("button", name="Other ways").first.press("Enter")
    link = sent(page)
    page.keyboard.press("Escape")
    return link


def named(page: Page, name: str, face: str) -> None:
    """Add a person with this name and face, on a page that shows the home screen.

    Afterwards, this person is the one who plays on that page.
    """
    press(page, "household")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Add a person").press("Enter")
    dialog.get_by_role("textbox", name="Name").fill(name)
    dialog.get_by_role("radio", name=face).press("Space")
    dialog.get_by_role("button", name="Save").press("Enter")
    expect(page.locator(".household")).to_contain_text(name)
    press(page, "close")
    expect(dialog).to_have_count(0)


CLEAR: Final = """card => {
  const face = card.querySelector('.uttered-face').getBoundingClientRect();
  const name = card.querySelector('.title').getBoundingClientRect();
  return face.right + 2 <= name.left || face.bottom + 2 <= name.top;
}"""
"""JavaScript that returns true if the face of a message, with its ring, lies beside or above the name on a card."""


def test_a_move_brings_the_face_and_the_reaction_of_its_sender(open_page: Opener, other_page: Other) -> None:
    page_of_asha = open_page("?test=1&seed=7&speed=off")
    named(page_of_asha, "Asha", "Frog")
    other = other_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    sit_down(page_of_asha, other, "Reversi")
    pages, names = [page_of_asha, other], ["Asha", "Bela"]
    if not due(page_of_asha):
        follow(other, again(page_of_asha))
        pages.reverse()
        names.reverse()
    for text, face in (("Well played!", "glad"), ("Oh no!", "caught")):
        sender, receiver = pages
        played(sender)
        board = sender.locator(".board").first.bounding_box()
        row = sender.get_by_role("group", name="Say something")
        expect(row.get_by_role("button")).to_have_count(6)
        expect(row.get_by_text("Say something")).to_be_visible()
        row.get_by_role("button", name="Hello!").click()
        row.get_by_role("button", name=text).click()
        expect(row.get_by_role("button", name=text, pressed=True)).to_have_count(1)
        expect(row.get_by_role("button", pressed=True)).to_have_count(1)
        expect(row.get_by_text(text)).to_be_visible()
        assert violations_at_rest(sender) == []
        assert sender.locator(".board").first.bounding_box() == board
        link = turn_at_one_press(sender)
        assert re.search(r"&f=1\.[\w-]{2}$", link)
        expect(row).to_have_count(0)
        plies = state(sender)["ply"]
        follow(receiver, link)
        wait_until(receiver, f"s.ply === {plies}")
        expect(receiver.locator(".toast")).to_contain_text(text)
        expect(receiver.locator(f".toast [data-face={face}]")).to_be_visible()
        card = receiver.locator(".player", has_text=names[0])
        expect(card).to_contain_text(text)
        expect(card.get_by_role("img", name=text)).to_be_visible()
        assert card.evaluate(CLEAR), "the face covers no letter of the name"
        assert "f=1." not in receiver.evaluate("location.hash"), "an opened link leaves no part in the address"
        assert violations_at_rest(receiver) == []
        assert state(receiver)["moves"] == state(sender)["moves"]
        pages.reverse()
        names.reverse()
    expect(other.locator(".player", has_text="Asha").locator(".token.portrait")).to_be_visible()
    expect(page_of_asha.locator(".player", has_text="Bela").locator(".token.portrait")).to_have_count(0)


def test_a_seat_whose_device_is_lost_goes_on_on_another_once_the_other_player_agrees(
    open_page: Opener, other_page: Other
) -> None:
    page_of_asha = open_page("?test=1&seed=7&speed=off")
    other = other_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    sit_down(page_of_asha, other, "Reversi")
    pages = [page_of_asha, other]
    if not due(page_of_asha):
        follow(other, again(page_of_asha))
        pages.reverse()
    link = turn(pages[0])  # the player to move never opens this link
    stays = pages[0]
    fresh = other_page(viewport={"width": 360, "height": 740})
    fresh.goto(link.replace("seed=7", "seed=11"))  # a page derives its secret from its seed
    wait_ready(fresh)
    wait_until(fresh, "s.screen === 'table'")
    fresh.get_by_role("button", name="More").press("Enter")
    fresh.get_by_role("button", name="Ask for a seat that is lost").press("Enter")
    dialog = fresh.get_by_role("dialog", name="Ask for a seat that is lost")
    expect(dialog).to_contain_text("is the device lost?")
    assert violations_at_rest(fresh) == []
    dialog.get_by_role("button", name="Ask for the seat").press("Enter")
    request = sent(fresh)
    assert "#t=2." in request
    assert violations_at_rest(fresh) == []
    follow(stays, request)
    question = stays.get_by_role("dialog", name="Let a new device have this seat?")
    expect(question).to_contain_text("Agree only if you are sure")
    assert violations_at_rest(stays) == []
    question.get_by_role("button", name="Agree").press("Enter")
    done = sent(stays)
    stays.keyboard.press("Escape")
    fresh.reload()
    wait_ready(fresh)
    fresh.keyboard.press("Escape")
    follow(fresh, done)
    wait_until(fresh, "s.screen === 'table' && s.awaited !== null")
    link = turn(fresh)
    plies = state(fresh)["ply"]
    follow(stays, link)
    wait_until(stays, f"s.ply === {plies}")
    assert state(stays)["moves"] == state(fresh)["moves"]


def test_a_seat_that_a_link_brings_is_asked_about_by_keyboard_and_screen_reader(
    open_page: Opener, other_page: Other
) -> None:
    device = other_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    page = open_page("?test=1&seed=7&speed=off", page=device)
    for number, takes in ((1, False), (2, True)):
        follow(page, f"#{trap(number, 4).link}")
        dialog = page.get_by_role("dialog", name="Take this seat?")
        expect(dialog).to_contain_text("Take it only if you made this link yourself.")
        refuses = dialog.get_by_role("button", name="Only look on")
        expect(refuses).to_be_focused()
        assert violations_at_rest(page) == []
        if takes:
            page.keyboard.press("Tab")
            expect(dialog.get_by_role("button", name="Take the seat")).to_be_focused()
        page.keyboard.press("Enter")
        expect(dialog).to_have_count(0)
        wait_until(page, "s.screen === 'table'")
    expect(page.get_by_text("Your seat is on this device now, too.")).to_be_visible()
