import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";

// The second click of a double-click may arrive after a quick response.
const DOUBLE_CLICK_MS = 400;

/**
 * A mutation that runs once for a double-click: the button is disabled only after the next render.
 * Calls with other variables still run.
 */
export function useSingleMutation<Data, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Before>,
): UseMutationResult<Data, Error, Variables, Before> {
  const [underWay] = useState(() => new Set<string>());
  const mutation = useMutation({
    ...options,
    onSettled: (...answer) => {
      const wish = wishOf(answer[2]);
      // A failed call may be retried at once.
      if (answer[1]) underWay.delete(wish);
      else setTimeout(() => underWay.delete(wish), DOUBLE_CLICK_MS);
      return options.onSettled?.(...answer);
    },
  });
  const { mutate: ask } = mutation;
  const mutate: typeof ask = useCallback(
    (...given) => {
      const wish = wishOf(given[0]);
      if (underWay.has(wish)) return;
      underWay.add(wish);
      ask(...given);
    },
    [ask, underWay],
  );
  return { ...mutation, mutate };
}

function wishOf(variables: unknown): string {
  return JSON.stringify(variables) ?? "";
}
