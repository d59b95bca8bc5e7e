import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFlask } from "@tabler/icons-react";
import { useState } from "react";
import { messageOf } from "../../../api/errors";
import { MarkedText } from "../hits/marked-text";
import { stepLabel } from "../penalties/ladder";
import { type Rules, useMessageTest } from "./backtest.queries";
import classes from "./message-test.module.css";

const DELAY_MS = 300;
const MAX_TEXT_LENGTH = 2_000;

export function MessageTest({ rules }: { rules: Rules }) {
  const [text, setText] = useState("");
  const [message] = useDebouncedValue(text.trim(), DELAY_MS);
  const [debouncedRules] = useDebouncedValue(rules, DELAY_MS);
  return (
    <div className={classes["test"]}>
      <TextInput
        aria-label="Test a message"
        placeholder="Test a message"
        maxLength={MAX_TEXT_LENGTH}
        leftSection={<IconFlask size={15} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes["verdict"]} role="status">
        {message !== "" && text.trim() !== "" && <Verdict rules={debouncedRules} message={message} />}
      </div>
    </div>
  );
}

function Verdict({ rules, message }: { rules: Rules; message: string }) {
  const { data, error } = useMessageTest(rules, message);
  if (error) return <p className="small red">{messageOf(error)}</p>;
  if (!data) return null;
  return (
    <>
      <p className={classes["line"]}>
        <b className={classes["result"]} data-caught={data.caught || undefined}>
          {data.caught ? "Match" : "No match"}
        </b>
        : {data.reason}
        {data.step && <span className="muted"> · {stepLabel(data.step)}</span>}
      </p>
      {data.caught && (
        <p className={classes["line"]}>
          <MarkedText text={message} spans={data.spans} />
        </p>
      )}
    </>
  );
}
