import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "react-router";
import { isRehearsal } from "../../lib/rehearsal";
import { useCurrentUser } from "../../session/current-user";
import { PageTitle } from "../../ui/page/page-title";
import { Panel } from "../../ui/panel";
import { InvitationForm } from "./invitation-form";
import { RehearsalWelcome } from "./rehearsal/rehearsal-welcome";
import classes from "./welcome.module.css";

export function WelcomePage() {
  return isRehearsal() ? <RehearsalWelcome /> : <Welcome />;
}

function Welcome() {
  const { data: user } = useCurrentUser();
  return (
    <div className={classes["page"]}>
      <PageTitle>Welcome</PageTitle>
      <header>
        <h1 className="display breaks px-8">{user ? `Welcome, ${user.display_name}` : "Welcome"}</h1>
        <p className="muted pt-4 pb-16 px-8">Create a channel, or join one with an invitation.</p>
      </header>
      <Panel className={classes["choice"] ?? ""}>
        <div className={classes["text"]}>
          <h2>Create a channel</h2>
          <p className="muted">A channel is your show: its platforms, chat, bot and team.</p>
        </div>
        <Button component={Link} to="/create-channel" variant="filled" leftSection={<IconPlus size={16} />}>
          Create channel
        </Button>
      </Panel>
      <Panel className={classes["invitation"] ?? ""}>
        <div>
          <h2>Open an invitation</h2>
          <p className="muted">Paste your invite link. You'll see the channel and your role before you accept.</p>
        </div>
        <InvitationForm />
      </Panel>
    </div>
  );
}
