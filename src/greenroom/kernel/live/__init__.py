"""Live WebSockets: the hub, and the two ways to serve a socket."""

from greenroom.kernel.live.connections import MayListen, TopicAccess
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.live.serve import serve_listener, serve_topics

__all__ = ["Hub", "MayListen", "TopicAccess", "serve_listener", "serve_topics"]
