"""Fast paths that rely on undocumented parts of uvicorn, websockets, aiosqlite, SQLAlchemy or the interpreter.

Each module names its bench and its plain fallback. With GREENROOM_FAST=0 every fallback is used; tests run them.
"""
