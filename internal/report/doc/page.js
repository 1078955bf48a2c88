"use strict";
// Figures: arrow keys walk over the marks, whose labels are written below.
for (const figure of document.querySelectorAll(".drawing")) {
  const marks = [...figure.querySelectorAll(".mark")];
  const reading = figure.querySelector(".reading");
  let at = -1;
  const show = (i) => {
    if (at >= 0) marks[at].classList.remove("current");
    at = i;
    reading.textContent = at < 0 ? "" : marks[at].getAttribute("aria-label");
    if (at >= 0) marks[at].classList.add("current");
  };
  marks.forEach((mark, i) => mark.addEventListener("pointerenter", () => show(i)));
  figure.addEventListener("pointerleave", () => show(-1));
  figure.addEventListener("blur", () => show(-1));
  figure.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const end = { Home: 0, End: marks.length - 1 }[event.key];
    if ((step === undefined && end === undefined) || marks.length === 0) return;
    event.preventDefault();
    show(end !== undefined ? end : (at + step + marks.length) % marks.length);
  });
}
// Tables: a click on a head sorts by the column.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  if (body.rows.length < 3) continue;
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    button.title = "Sort by this column";
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.sort;
      const compare = (a, b) => {
        if (key(a) !== undefined && key(b) !== undefined) return Number(key(a)) - Number(key(b));
        if (key(a) !== key(b)) return key(a) === undefined ? -1 : 1;
        return a.cells[column].textContent.localeCompare(b.cells[column].textContent, "en", { numeric: true });
      };
      const rows = [...body.rows].sort(compare);
      body.append(...(down ? rows.reverse() : rows));
    });
  });
}
