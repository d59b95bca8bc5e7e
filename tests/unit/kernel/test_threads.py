"""Calls that are too long for the event loop are made in a thread, in order."""

import asyncio
import threading
from time import sleep, thread_time

from greenroom.kernel.tasks.threads import MAX_CALL_SECONDS, MatchingSpeed, call_each


async def test_event_loop_goes_on_while_a_slow_call_runs() -> None:
    # The call waits for another task, which could not run if the call blocked the event loop.
    other_task_ran, seen = threading.Event(), list[int]()

    async def other_task() -> None:
        other_task_ran.set()

    def call(number: int) -> int:
        assert other_task_ran.wait(60)
        seen.append(number)
        return number * 2

    results, _ = await asyncio.gather(call_each(call, [1, 2, 3], MatchingSpeed(is_slow=True)), other_task())
    assert (results, seen) == ([2, 4, 6], [1, 2, 3])


async def test_after_one_long_call_all_further_calls_run_in_a_thread() -> None:
    speed, threads = MatchingSpeed(), list[str]()

    def call(number: int) -> int:
        threads.append(threading.current_thread().name)
        began = thread_time()
        # Twice the limit, because the time of the call before, long on a busy machine, is subtracted from it.
        while number == 1 and thread_time() - began <= 2 * MAX_CALL_SECONDS:
            pass
        return number

    assert await call_each(call, [0, 1, 2, 3], speed) == [0, 1, 2, 3]
    assert await call_each(call, [4], speed) == [4]
    assert speed.is_slow
    here = threading.current_thread().name
    assert [name == here for name in threads] == [True, True, False, False, False]


async def test_time_in_which_a_call_sleeps_does_not_make_it_slow() -> None:
    speed = MatchingSpeed()
    await call_each(sleep, [2 * MAX_CALL_SECONDS], speed)
    assert not speed.is_slow


async def test_short_calls_stay_on_the_event_loop() -> None:
    speed = MatchingSpeed()
    names = await call_each(lambda _: threading.current_thread().name, [1, 2, 3], speed)
    assert (set(names), speed.is_slow) == ({threading.current_thread().name}, False)


async def test_cancelled_calls_end_after_the_current_one() -> None:
    began, may_end, ended, calls = asyncio.Event(), threading.Event(), threading.Event(), list[int]()
    loop = asyncio.get_running_loop()

    def call(number: int) -> None:
        calls.append(number)
        loop.call_soon_threadsafe(began.set)
        may_end.wait()
        ended.set()

    task = asyncio.create_task(call_each(call, [1, 2, 3], MatchingSpeed(is_slow=True)))
    await began.wait()
    task.cancel()
    await asyncio.wait({task})
    may_end.set()
    await asyncio.to_thread(ended.wait)
    assert calls == [1]
