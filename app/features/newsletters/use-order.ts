import { type PointerEvent, useEffect, useRef, useState } from "react";

interface Order {
  order: string[];
  /** Moves an entry to the position of another one. */
  move(id: string, other: string | undefined): void;
  /** Event handlers for an entry's drag handle, for mouse, pen and touch. */
  handle(id: string): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
  };
  dragged: string | undefined;
}

/** A reorderable list. Entries carry `data-entry` with their id, and `data-group` if they may only move within their group. */
export function useOrder(initial: readonly string[], onMoved: () => void): Order {
  const [order, setOrder] = useState(() => [...new Set(initial)]);
  const [dragged, setDragged] = useState<string>();
  const hasMoved = useRef(false);

  // Scrolls along when an entry is dragged past the edge.
  useEffect(() => {
    if (dragged === undefined || !order.includes(dragged)) return;
    document.querySelector(`[data-entry="${CSS.escape(dragged)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [order, dragged]);

  const place = (id: string, other: string | undefined) => {
    if (other === undefined || other === id) return;
    setOrder((now) => {
      const [from, to] = [now.indexOf(id), now.indexOf(other)];
      if (from < 0 || to < 0) return now;
      const without = now.filter((item) => item !== id);
      return [...without.slice(0, to), id, ...without.slice(to)];
    });
  };
  const end = () => {
    setDragged(undefined);
    if (hasMoved.current) onMoved();
    hasMoved.current = false;
  };
  return {
    order,
    dragged,
    move(id, other) {
      if (other === undefined) return;
      place(id, other);
      onMoved();
    },
    handle: (id) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
        setDragged(id);
      },
      onPointerMove({ currentTarget, clientX, clientY }) {
        if (dragged !== id) return;
        const entry = currentTarget.closest<HTMLElement>("[data-entry]");
        const over = document
          .elementsFromPoint(clientX, clientY)
          .map((element) => element.closest<HTMLElement>("[data-entry]"))
          .find((element) => element && element !== entry && element.dataset.group === entry?.dataset.group);
        if (!over?.dataset.entry) return;
        hasMoved.current = true;
        place(id, over.dataset.entry);
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  };
}
