import { Fragment, useEffect, useRef } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { MenuItem } from "./menu-items";
import classes from "./menu-list.module.css";
import type { Menu } from "./use-menu";

/** Listbox above the field; the field keeps the focus and points to the active option. */
export function MenuList({ id, menu }: { id: string; menu: Menu }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children.namedItem(`${id}-${menu.active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, menu.active]);
  return (
    <div ref={list} id={id} className={classes["list"]} role="listbox" aria-label={menu.title}>
      {menu.items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        <div
          key={item.id}
          id={`${id}-${index}`}
          className={classes["item"]}
          role="option"
          tabIndex={-1}
          aria-selected={index === menu.active}
          aria-disabled={item.isDisabled}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => menu.highlight(index)}
          onClick={() => menu.pick(item)}
        >
          {/* This order is for screen readers; CSS shows the picture first. */}
          <span className="truncate miw-0 fw-500">
            <bdi>{item.label}</bdi>
          </span>{" "}
          {item.hint && (
            <span className={classes["hint"]}>
              <bdi>{item.hint}</bdi>
            </span>
          )}{" "}
          <Chats chats={item.chats} />
          <Picture picture={item.picture} />
        </div>
      ))}
    </div>
  );
}

function Chats({ chats = [] }: { chats: MenuItem["chats"] | undefined }) {
  return chats.map(({ id, provider, label, reason }) => (
    <Fragment key={id}>
      <span className={classes["chat"]} data-missing={reason !== null || undefined} title={reason ?? label}>
        <PlatformIcon provider={provider} size={14} label={reason ?? label} />
      </span>{" "}
    </Fragment>
  ));
}

function Picture({ picture }: { picture: MenuItem["picture"] | undefined }) {
  const platforms = usePlatforms();
  if (!picture) return null;
  if (picture.kind === "platform") {
    const label = platformName(platforms, picture.provider);
    return (
      <span className={classes["picture"]}>
        <PlatformIcon provider={picture.provider} size={14} label={label} />
      </span>
    );
  }
  return (
    <span className={classes["picture"]} aria-hidden="true">
      {picture.kind === "image" && <img className={classes["emote"]} src={picture.url} alt="" loading="lazy" />}
      {picture.kind === "emoji" && picture.emoji}
    </span>
  );
}
