import asyncio

from live_server import LiveServer

from greenroom.kernel.live import TopicAccess


async def test_missed_events_are_replayed_on_subscribing_again(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        epoch = (await client.subscribe("news"))["epoch"]
        live.hub.publish("news", b"1")
        await client.events(1)
    for number in (2, 3, 4):
        live.hub.publish("news", b"%d" % number)
    async with live.client("/topics") as client:
        response = await client.subscribe("news", epoch=epoch, seq=1)
        assert response == {"type": "subscribed", "topic": "news", "epoch": epoch, "seq": 1, "replayed": 3}
        assert await client.frame() == {
            "type": "events",
            "topic": "news",
            "epoch": epoch,
            "seq": 4,
            "events": [2, 3, 4],
        }


async def test_client_without_missed_events_gets_no_replay(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        epoch = (await client.subscribe("news"))["epoch"]
        response = await client.subscribe("news", epoch=epoch, seq=0)
        assert response == {"type": "subscribed", "topic": "news", "epoch": epoch, "seq": 0, "replayed": 0}


async def test_client_that_subscribes_while_events_are_queued_gets_each_event_once(live: LiveServer) -> None:
    async with live.client("/topics") as early, live.client("/topics") as late:
        await early.subscribe("news")
        live.hub.publish("news", b"1")
        live.hub.publish("news", b"2")
        assert (await late.subscribe("news"))["seq"] == 1
        frame = await late.frame()
        assert (frame["seq"], frame["events"]) == (2, [2])


async def test_client_that_missed_more_events_than_are_kept_must_refetch(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        epoch = (await client.subscribe("news"))["epoch"]
    for _ in range(501):
        live.hub.publish("news", b"1")
    async with live.client("/topics") as client:
        assert (await client.subscribe("news", epoch=epoch, seq=1))["replayed"] == 500
        await client.events(500)
        response = await client.subscribe("news", epoch=epoch, seq=0)
        assert response == {"type": "refetch", "topic": "news", "epoch": epoch, "seq": 501}


async def test_client_with_an_unknown_position_must_refetch(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        epoch = (await client.subscribe("news"))["epoch"]
        assert (await client.subscribe("news", epoch=epoch, seq=7))["type"] == "refetch"
        assert (await client.subscribe("news", epoch=epoch, seq=-1))["type"] == "refetch"
        assert (await client.subscribe("news", epoch="another", seq=0))["type"] == "refetch"


async def test_events_continue_after_a_refetch(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        response = await client.subscribe("news", epoch="another", seq=0)
        live.hub.publish("news", b"1")
        frame = await client.frame()
        assert (frame["epoch"], frame["seq"], frame["events"]) == (response["epoch"], 1, [1])


async def test_every_subscriber_must_refetch_when_the_epoch_changes(live: LiveServer) -> None:
    async with live.client("/topics") as first, live.client("/topics") as second:
        epochs = [(await client.subscribe("news"))["epoch"] for client in (first, second)]
        live.hub.new_epoch()
        for client, epoch in zip((first, second), epochs, strict=True):
            frame = await client.frame()
            assert (frame["type"], frame["seq"]) == ("refetch", 0)
            assert frame["epoch"] != epoch


async def test_client_that_was_disconnected_when_the_epoch_changed_must_refetch(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        epoch = (await client.subscribe("news"))["epoch"]
    live.hub.new_epoch()
    async with live.client("/topics") as client:
        assert (await client.subscribe("news", epoch=epoch, seq=0))["type"] == "refetch"


async def test_queued_events_of_the_old_epoch_are_not_sent_after_the_refetch_message(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("news")
        for number in (1, 2):
            live.hub.publish("news", b"%d" % number)
        live.hub.new_epoch()
        live.hub.publish("news", b"3")
        assert (await client.frame())["events"] == [1]
        assert (await client.frame())["type"] == "refetch"
        assert (await client.frame())["events"] == [3]


async def test_client_of_a_socket_without_replay_must_refetch_missed_events(live: LiveServer) -> None:
    async with live.client("/topics-without-replay") as client:
        epoch = (await client.subscribe("news"))["epoch"]
        live.hub.publish("news", b"1")
        await client.events(1)
        assert (await client.subscribe("news", epoch=epoch, seq=1))["replayed"] == 0
    live.hub.publish("news", b"2")
    async with live.client("/topics-without-replay") as client:
        response = await client.subscribe("news", epoch=epoch, seq=1)
        assert response == {"type": "refetch", "topic": "news", "epoch": epoch, "seq": 2}
        live.hub.publish("news", b"3")
        assert (await client.frame())["events"] == [3]


async def test_topic_with_a_new_epoch_sends_nothing_until_access_is_checked_again(live: LiveServer) -> None:
    check_started, may_finish = asyncio.Event(), asyncio.Event()

    async def slow_check(topic: str) -> TopicAccess:
        check_started.set()
        await may_finish.wait()
        return TopicAccess(topic not in live.denied_topics)

    live.may_listen = slow_check
    may_finish.set()
    async with live.client("/topics") as client, live.client("/topics") as other:
        epoch = (await client.subscribe("news"))["epoch"]
        await other.subscribe("other")
        check_started.clear()
        may_finish.clear()
        live.hub.restart("news")
        await check_started.wait()
        live.hub.publish("news", b'"in between"')
        live.hub.publish("other", b"1")
        assert (await other.frame())["topic"] == "other"
        may_finish.set()
        frame = await client.frame()
        assert (frame["type"], frame["seq"]) == ("refetch", 1)
        assert frame["epoch"] != epoch
        live.hub.publish("news", b"2")
        assert (await client.frame())["events"] == [2]


async def test_access_lost_while_a_topic_with_a_new_epoch_is_checked_is_denied(live: LiveServer) -> None:
    check_started, may_finish = asyncio.Event(), asyncio.Event()

    async def slow_check(topic: str) -> TopicAccess:
        is_allowed = topic not in live.denied_topics
        check_started.set()
        await may_finish.wait()
        return TopicAccess(is_allowed)

    live.may_listen = slow_check
    may_finish.set()
    async with live.client("/topics") as client:
        await client.subscribe("news")
        check_started.clear()
        may_finish.clear()
        live.hub.restart("news")
        await check_started.wait()
        live.denied_topics.add("news")
        live.hub.restart("news")
        may_finish.set()
        assert await client.frame() == {"type": "denied", "topic": "news"}


async def test_topic_with_a_new_epoch_discards_events_that_are_still_queued(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("news")
        for number in (1, 2):
            live.hub.publish("news", b"%d" % number)
        live.hub.restart("news")
        assert (await client.frame())["events"] == [1]
        assert (await client.frame())["type"] == "refetch"
