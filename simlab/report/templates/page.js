// Choice of the number of players, tables that sort by a click on a head, figures that can be saved.
// The page is complete without.
(() => {
  const number = (cell) => {
    const text = cell.firstChild ? cell.firstChild.textContent : "";
    // pages have a true minus, and commas between thousands
    const value = parseFloat(text.replace("\u2212", "-").replaceAll(",", ""));
    return Number.isNaN(value) ? null : value;
  };

  const compare = (place) => (one, other) => {
    const [a, b] = [one, other].map((row) => row.cells[place]);
    const [x, y] = [a, b].map(number);
    return x === null || y === null ? a.textContent.localeCompare(b.textContent) : x - y;
  };

  function sortBy(head) {
    const body = head.closest("table").tBodies[0];
    // a first click puts the largest on top
    const isUp = head.getAttribute("aria-sort") === "descending";
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    const rows = [...body.rows].sort(compare(head.cellIndex));
    body.append(...(isUp ? rows : rows.reverse()));
  }

  for (const table of document.querySelectorAll("table:not(.grouped)")) {
    // two rows need no order
    if (table.tBodies[0].rows.length < 3) continue;
    for (const head of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.append(...head.childNodes);
      button.addEventListener("click", () => sortBy(head));
      head.append(button);
    }
  }

  // What is about another number of players is hidden: columns and rows of tables, figures, sections.
  function showPlayers(number) {
    const isOther = (element) => number !== "" && element.dataset.players !== number;
    for (const element of document.querySelectorAll("[data-players]:not(th)")) element.hidden = isOther(element);
    for (const head of document.querySelectorAll("th[data-players]")) {
      for (const row of head.closest("table").rows) row.cells[head.cellIndex].hidden = isOther(head);
    }
    for (const section of document.querySelectorAll("main > section")) {
      const contents = [...section.querySelectorAll(":scope > .table, :scope > .blocks > *")];
      const isEmpty = contents.length > 0 && contents.every((each) => each.hidden);
      section.hidden = isEmpty || (section.dataset.players !== undefined && isOther(section));
      const entry = document.querySelector(`.contents a[href="#${section.id}"]`);
      if (entry) entry.parentNode.hidden = section.hidden;
    }
    document.body.classList.toggle("one-number", number !== "");
  }

  const players = document.querySelector(".players");
  if (players) {
    players.hidden = false;
    players.addEventListener("change", (event) => showPlayers(event.target.value));
    // a browser keeps the choice when the page is loaded again
    showPlayers(players.querySelector(":checked").value);
  }

  const contents = document.querySelector(".contents details");
  // narrower than in style.css, the contents have no column and would push the answer down
  if (contents && matchMedia("(max-width: 1179px)").matches) contents.open = false;

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function textOf(svg) {
    const copy = svg.cloneNode(true);
    const [, , width, height] = copy.getAttribute("viewBox").split(" ");
    // a file has no page around it that gives it a size, and Firefox draws no image without one
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    copy.setAttribute("style", "font-family: sans-serif; stroke-linejoin: round");
    const text = new XMLSerializer().serializeToString(copy);
    // the variables are those of the page
    return text.replace(/var\((--c-\w+)\)/g, (_, name) => colour(name));
  }

  function save(url, name) {
    const link = document.createElement("a");
    Object.assign(link, { href: url, download: name });
    link.click();
  }

  function savePng(text, name, scale = 2) {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: scale * image.width, height: scale * image.height });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      save(canvas.toDataURL("image/png"), name);
    };
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  }

  for (const figure of document.querySelectorAll("figure[id]:not(#slider)")) {
    const svg = figure.querySelector(":scope > svg");
    const ways = {
      SVG: () => save(`data:image/svg+xml,${encodeURIComponent(textOf(svg))}`, `${figure.id}.svg`),
      PNG: () => savePng(textOf(svg), `${figure.id}.png`),
    };
    const line = document.createElement("p");
    line.className = "note save";
    for (const [kind, way] of Object.entries(ways)) {
      const button = document.createElement("button");
      button.textContent = `Save as ${kind}`;
      button.addEventListener("click", way);
      line.append(button);
    }
    figure.insertBefore(line, figure.querySelector("details"));
  }
})();
