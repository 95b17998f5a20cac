"use strict";
(() => {
  const root = document.documentElement;
  const theme = document.getElementById("theme");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches);
  const nameTheme = () => { theme.textContent = isDark() ? "Light" : "Dark"; };
  theme.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; nameTheme(); });
  prefersDark.addEventListener("change", nameTheme);
  theme.hidden = false;
  nameTheme();

  const SPEEDS = [["1×", 1], ["½×", 0.5], ["⅓×", 1 / 3]];
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

  function player(exhibit) {
    const box = document.createElement("div");
    box.className = "player";
    const audio = document.createElement("audio");
    audio.controls = true;
    audio.preload = "auto";
    audio.preservesPitch = false;
    audio.src = URL.createObjectURL(new Blob([bytes(exhibit.clip)], { type: exhibit.type }));
    box.append(audio);
    for (const [name, speed] of SPEEDS) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.setAttribute("aria-label", `Play at ${name} speed`);
      button.setAttribute("aria-pressed", String(speed === 1));
      button.addEventListener("click", () => {
        audio.playbackRate = speed;
        audio.currentTime = 0;
        audio.play();
        for (const other of box.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
      });
      box.append(button);
    }
    return box;
  }

  function show(details) {
    const place = details.querySelector(".exhibit");
    if (!place || place.childElementCount) return;
    const exhibit = JSON.parse(document.getElementById(`x${details.dataset.exhibit}`).textContent);
    place.innerHTML = exhibit.svg;
    if (exhibit.clip) place.append(player(exhibit));
  }

  for (const details of document.querySelectorAll("details[data-exhibit]")) {
    details.addEventListener("toggle", () => { if (details.open) show(details); });
  }

  const form = document.getElementById("filter");
  const wanted = { player: document.getElementById("player"), kind: document.getElementById("kind") };
  const items = [...document.querySelectorAll(".rulings > li")];
  function filter() {
    let count = 0;
    for (const item of items) {
      const byPlayer = !wanted.player.value || item.dataset.players.split("\n").includes(wanted.player.value);
      const byKind = !wanted.kind.value || item.dataset.kinds.split(" ").includes(wanted.kind.value);
      item.hidden = !(byPlayer && byKind);
      count += !item.hidden;
    }
    document.getElementById("count").textContent = count === 1 ? "1 ruling" : `${count} rulings`;
  }
  form.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;

  function openNamed() {
    const item = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const details = item && item.matches("li") && item.querySelector("details");
    if (details) { details.open = true; details.scrollIntoView(); }
  }
  addEventListener("hashchange", openNamed);
  openNamed();
})();
