import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router";

export function AllPlatforms({ channelId }: { channelId: string }) {
  return (
    <Button
      component={Link}
      to={`/channels/${channelId}/providers`}
      variant="subtle"
      leftSection={<IconArrowLeft size={16} />}
    >
      All platforms
    </Button>
  );
}
