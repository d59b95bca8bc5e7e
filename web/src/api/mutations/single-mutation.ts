import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";

// The second click of a double-click may arrive after a quick response.
const DOUBLE_CLICK_MS = 400;

/**
 * A mutation that runs once for a double-click: `mutate` ignores a call while one with the same variables runs, and for
 * 400 ms after its success. Disabling the button is not enough, because that takes effect with the next render.
 */
export function useSingleMutation<Data, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Before>,
): UseMutationResult<Data, Error, Variables, Before> {
  const [running] = useState(() => new Set<string>());
  const mutation = useMutation({
    ...options,
    onSettled: (...result) => {
      const key = callKey(result[2]);
      // A failed call may be retried at once.
      if (result[1]) running.delete(key);
      else setTimeout(() => running.delete(key), DOUBLE_CLICK_MS);
      return options.onSettled?.(...result);
    },
  });
  const { mutate: run } = mutation;
  const mutate: typeof run = useCallback(
    (...args) => {
      const key = callKey(args[0]);
      if (running.has(key)) return;
      running.add(key);
      run(...args);
    },
    [run, running],
  );
  return { ...mutation, mutate };
}

function callKey(variables: unknown): string {
  return JSON.stringify(variables) ?? "";
}
