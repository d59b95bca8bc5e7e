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

/** One sentence against the rules as they stand on the screen, saved or not. */
export function MessageTest({ rules }: { rules: Rules }) {
  const [text, setText] = useState("");
  const [sentence] = useDebouncedValue(text.trim(), DELAY_MS);
  const [settled] = useDebouncedValue(rules, DELAY_MS);
  return (
    <div className={classes["test"]}>
      <TextInput
        aria-label="Test one sentence"
        placeholder="Test one sentence"
        maxLength={MAX_TEXT_LENGTH}
        leftSection={<IconFlask size={15} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes["verdict"]} role="status">
        {sentence !== "" && text.trim() !== "" && <Verdict rules={settled} sentence={sentence} />}
      </div>
    </div>
  );
}

function Verdict({ rules, sentence }: { rules: Rules; sentence: string }) {
  const { data, error } = useMessageTest(rules, sentence);
  if (error) return <p className={classes["problem"]}>{messageOf(error)}</p>;
  if (!data) return null;
  return (
    <>
      <p className={classes["line"]}>
        <b className={classes["said"]} data-caught={data.caught || undefined}>
          {data.caught ? "Caught" : "Not caught"}
        </b>
        : {data.reason}
        {data.step && <span className={classes["action"]}> · {stepLabel(data.step)}</span>}
      </p>
      {data.caught && (
        <p className={classes["line"]}>
          <MarkedText text={sentence} spans={data.spans} />
        </p>
      )}
    </>
  );
}
