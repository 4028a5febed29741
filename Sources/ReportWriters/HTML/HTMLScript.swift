/// The page's script: header cells become buttons that sort. Without it the tables are plain.
enum HTMLScript {
  static let text = """
    "use strict";
    (() => {
      // "4/6" and "4 of 6" count as shares, "435,666" as a number, "–" and "" as nothing.
      const value = (text) => {
        const t = text.trim();
        const share = /^(\\d+)(?:\\/| of )(\\d+)/.exec(t);
        if (share) return share[2] === "0" ? null : share[1] / share[2];
        const number = /^[≈<> ]*(-?\\d[\\d,]*(?:\\.\\d+)?)/.exec(t);
        return number ? parseFloat(number[1].replace(/,/g, "")) : null;
      };
      const isNothing = (text) => ["", "–"].includes(text.trim());
      for (const table of document.querySelectorAll("table.sortable")) {
        const body = table.tBodies[0];
        const original = [...body.rows];
        const headers = [...table.tHead.rows[0].cells];
        const note = document.createElement("p");
        note.className = "hidden";
        note.setAttribute("role", "status");
        table.parentNode.after(note);
        headers.forEach((header, column) => {
          const button = document.createElement("button");
          button.type = "button";
          const name = header.textContent;
          button.append(...header.childNodes);
          header.append(button);
          button.addEventListener("click", () => {
            const before = header.getAttribute("aria-sort");
            const order = before === "ascending" ? "descending" : before === "descending" ? null : "ascending";
            for (const other of headers) other.removeAttribute("aria-sort");
            let rows = original;
            if (order) {
              header.setAttribute("aria-sort", order);
              const cells = new Map(original.map((row) => [row, row.cells[column].textContent]));
              const filled = original.filter((row) => !isNothing(cells.get(row)));
              const isNumeric = filled.every((row) => value(cells.get(row)) !== null);
              const key = (row) => isNumeric ? value(cells.get(row)) : cells.get(row);
              const sign = order === "ascending" ? 1 : -1;
              rows = [...filled].sort((a, b) => {
                const [x, y] = [key(a), key(b)];
                return x < y ? -sign : x > y ? sign : 0;
              }).concat(original.filter((row) => !filled.includes(row)));
            }
            body.append(...rows);
            note.textContent = order ? "Sorted by " + name + ", " + order : "In the report's own order";
          });
        });
      }
      const menu = document.querySelector("nav details");
      if (menu && matchMedia("(min-width: 60rem)").matches) menu.open = true;
    })();
    """
}
