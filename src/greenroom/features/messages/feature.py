from greenroom.accounts.access.rules import Permission, Role
from greenroom.chat.messages.line import ChatLine, LineAdded, LinesRemoved, LinesRestored, LinesSwept, Removal
from greenroom.feature import Feature, Services, lifespan
from greenroom.features.messages.handlers import Recorder
from greenroom.features.messages.jobs import jobs
from greenroom.features.messages.public_lines import PublicLines
from greenroom.features.messages.schemas import ChatPage, PublicChat, Why
from greenroom.features.messages.section import chat_section


def feature(services: Services) -> Feature:
    recorder = Recorder(services.channel_emotes, services.platforms.infos)
    public_lines = PublicLines(services.kernel)
    return Feature(
        name="messages",
        routes=("greenroom.features.messages.routes",),
        permissions={Permission.CHAT_READ: Role.MOD},
        topics={"chat": Permission.CHAT_READ},
        structs=(ChatPage, PublicChat, Why, ChatLine, Removal, LineAdded, LinesRemoved, LinesSwept, LinesRestored),
        stages={"record_messages": recorder.record, "publish_public_lines": public_lines.publish},
        jobs=jobs(services.kernel),
        sections=(chat_section(),),
        lifespan=lifespan(public_lines.stop, start=public_lines.start),
    )
