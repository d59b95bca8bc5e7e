from greenroom.kernel.web.web_app import content_policy


def test_only_our_own_pages_and_named_players_may_be_framed() -> None:
    assert "frame-src 'self';" in content_policy("https://stage.example", ())
    players = ("https://player.kick.com", "https://www.youtube.com")
    assert "frame-src 'self' https://player.kick.com https://www.youtube.com;" in content_policy(
        "https://stage.example", players
    )
