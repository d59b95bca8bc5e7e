import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { AlertVariant } from "../widget-types";
import classes from "./alerts.module.css";
import type { RuleProps } from "./rule-props";
import { MAX_VARIANTS, newVariant, replaceItem } from "./rules";
import { VariantFields } from "./variant-fields";

/** Editor of the variants of a rule; each alert shows one of them at random. */
export function VariantsEditor({ form, rule, index, set }: RuleProps) {
  const { variants } = rule;
  const setAll = (next: AlertVariant[]) => set({ variants: next });
  return (
    <div className={classes["variants"]}>
      {variants.map((variant, at) => (
        <section
          // Variants have no ids, and are only added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity
          key={at}
          className={classes["variant"]}
          aria-label={`Variant ${at + 1} of ${rule.name}`}
        >
          {variants.length > 1 && (
            <div className={classes["variantHead"]}>
              <h3 className={classes["variantTitle"]}>Variant {at + 1}</h3>
              {!form.isLocked && (
                <ActionIcon
                  aria-label={`Remove variant ${at + 1}`}
                  onClick={() => setAll(variants.filter((_, other) => other !== at))}
                >
                  <IconTrash size={15} stroke={1.6} />
                </ActionIcon>
              )}
            </div>
          )}
          <VariantFields
            form={form}
            variant={variant}
            path={`settings.rules.${index}.variants.${at}`}
            hasWeight={variants.length > 1}
            set={(part) => setAll(replaceItem(variants, at, part))}
          />
        </section>
      ))}
      {!form.isLocked && variants.length < MAX_VARIANTS && (
        <Button
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => setAll([...variants, variants.at(-1) ?? newVariant("{name}")])}
        >
          Add variant
        </Button>
      )}
    </div>
  );
}
