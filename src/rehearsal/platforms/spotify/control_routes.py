"""Control routes of Spotify."""

from fastapi import APIRouter, Depends

from rehearsal.control.commands import ControlError, Json, LoginCommand, LoginSwitch, done, guard_writes, known_person
from rehearsal.platforms.spotify.platform import SpotifyDep
from rehearsal.platforms.spotify.tracks import PLAYLISTS, TRACKS

router = APIRouter(prefix="/control/spotify", dependencies=[Depends(guard_writes)])


class Listen(LoginCommand):
    title: str | None = None


@router.post("/listen")
async def listen(body: Listen, spotify: SpotifyDep) -> Json:
    """Starts the track with this title; without a title, the first track."""
    person = known_person(spotify.rehearsal, body.login)
    track = next((one for one in TRACKS if body.title in {None, one.title}), None)
    if track is None:
        raise ControlError(422, f"Known songs: {', '.join(one.title for one in TRACKS)}.")
    playlist = next((one for one in PLAYLISTS if track in one.tracks), None)
    since = spotify.rehearsal.events.seq
    spotify.playback(person).start(track, playlist, spotify.rehearsal.clock.now())
    spotify.rehearsal.events.record("song_started", login=person.login, title=track.title)
    return done(since, title=track.title)


@router.post("/stop")
async def stop(body: LoginCommand, spotify: SpotifyDep) -> Json:
    """Removes the device, so that the player answers 204."""
    spotify.playback(known_person(spotify.rehearsal, body.login)).stop()
    return done(spotify.rehearsal.events.seq)


@router.post("/registered")
async def registered(body: LoginSwitch, spotify: SpotifyDep) -> Json:
    """Adds the account to the app's users or removes it; requests of a removed account get 403 in plain text."""
    login = known_person(spotify.rehearsal, body.login).login
    (spotify.unregistered.discard if body.on else spotify.unregistered.add)(login)
    return done(spotify.rehearsal.events.seq)


@router.post("/premium")
async def premium(body: LoginSwitch, spotify: SpotifyDep) -> Json:
    """Makes the account a Premium or a free one; the player of a free account cannot be controlled."""
    login = known_person(spotify.rehearsal, body.login).login
    (spotify.without_premium.discard if body.on else spotify.without_premium.add)(login)
    return done(spotify.rehearsal.events.seq)
