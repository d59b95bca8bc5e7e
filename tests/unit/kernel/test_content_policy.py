from greenroom.kernel.web.web_app import content_policy


def test_nothing_is_framed_unless_it_is_named() -> None:
    assert "frame-src 'none';" in content_policy("https://stage.example", ())
    players = ("https://player.kick.com", "https://www.youtube.com")
    assert "frame-src https://player.kick.com https://www.youtube.com;" in content_policy(
        "https://stage.example", players
    )
