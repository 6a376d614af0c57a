// Pictures that move: every number is in the page already, but for one formula. See the package's __init__.py.
{
const still = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE = 550, PAUSE = 1600;
const parts = (picture, selector) => [...picture.querySelectorAll(selector)];
const holds = (part, name, at) => (part.dataset[name] ?? "").split(" ").includes(String(at));
const say = (picture, sentence) => {
    const now = picture.querySelector(".picture-now");
    if (now.textContent !== sentence) now.textContent = sentence;
};

// Pictures that are turned state by state.

const sentences = picture => parts(picture, ".picture-states li").map(line => line.textContent);
const lastOf = picture => sentences(picture).length - 1;
const stateOf = picture => Number(picture.dataset.at ?? 0);
const apply = (picture, at) => {
    picture.dataset.at = at;
    for (const part of parts(picture, "[data-in]")) part.hidden = !holds(part, "in", at);
    for (const [name, kind] of [["lit", "lit"], ["mark", "marked"]]) {
        for (const part of parts(picture, `[data-${name}]`)) part.classList.toggle(kind, holds(part, name, at));
    }
    const meter = picture.querySelector(".picture-meter");
    meter.querySelector(".picture-bar > span").style.width = `${meter.dataset.widths.split(" ")[at]}%`;
    meter.querySelector("b").textContent = meter.dataset.words.split("|")[at];
    const slider = picture.querySelector("input");
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${at + 1} of ${lastOf(picture) + 1}`);
    for (const button of parts(picture, "[data-go='-1'], [data-go='1']")) {
        const to = at + Number(button.dataset.go);
        button.setAttribute("aria-disabled", to < 0 || to > lastOf(picture));
    }
};
const cards = picture => parts(picture, "[data-card]").filter(card => !card.hidden);
const turn = (picture, to) => {
    const at = Math.max(0, Math.min(lastOf(picture), to));
    if (at === stateOf(picture)) return;
    for (const card of parts(picture, ".leaving")) card.remove();
    const before = new Map(cards(picture).map(card => [card, card.getBoundingClientRect()]));
    apply(picture, at);
    say(picture, sentences(picture)[at]);
    if (!still.matches) slide(picture, before);
};

// What stays goes to its new place; what was joined goes where the joined card is, which then comes out.

const shift = (from, to) => `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
const slide = (picture, before) => {
    const timing = {duration: SLIDE, easing: "ease-in-out"};
    const gone = new Map([...before].map(([card, place]) => [card.dataset.card, [card, place]]));
    for (const card of cards(picture)) {
        const place = card.getBoundingClientRect(), from = before.get(card);
        const moved = from && (from.left !== place.left || from.top !== place.top);
        if (moved) card.animate([{transform: shift(from, place)}, {transform: "none"}], timing);
        if (from) continue;
        card.animate([{opacity: 0}, {opacity: 0, offset: 0.5}, {opacity: 1}], timing);
        for (const number of (card.dataset.parts ?? "").split(" ")) {
            const [part, was] = gone.get(number) ?? [];
            if (part?.hidden) leave(picture, part, was, place, timing);
        }
    }
};
const leave = (picture, part, was, place, timing) => {
    const stage = picture.querySelector(".picture-stage"), origin = stage.getBoundingClientRect();
    const copy = part.cloneNode(true);
    copy.hidden = false;
    copy.removeAttribute("data-card");
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("leaving");
    Object.assign(copy.style, {
        left: `${was.left - origin.left}px`, top: `${was.top - origin.top}px`, width: `${was.width}px`,
    });
    stage.append(copy);
    const way = [{transform: "none", opacity: 1}, {opacity: 1, offset: 0.5}, {transform: shift(place, was), opacity: 0}];
    copy.animate(way, timing).finished.then(() => copy.remove(), () => copy.remove());
};

// Played, a picture goes on by itself until it is touched, or at its end.

const playing = new WeakMap();
const stop = picture => {
    clearInterval(playing.get(picture));
    playing.delete(picture);
    const button = picture.querySelector("[data-go=all]");
    if (button) button.textContent = "Play";
};
const play = picture => {
    turn(picture, stateOf(picture) === lastOf(picture) ? 0 : stateOf(picture) + 1);
    playing.set(picture, setInterval(() => {
        turn(picture, stateOf(picture) + 1);
        if (!picture.isConnected || stateOf(picture) === lastOf(picture)) stop(picture);
    }, PAUSE));
    picture.querySelector("[data-go=all]").textContent = "Stop";
};
const go = (picture, where) => {
    const played = playing.has(picture);
    stop(picture);
    if (where !== "all") turn(picture, stateOf(picture) + Number(where));
    else if (!played) play(picture);
};

// The page below a picture stays where it is: a picture is always as high as its highest state.

const widths = new WeakMap();
const steady = picture => {
    const width = picture.clientWidth, stage = picture.querySelector(".picture-stage");
    if (!stage || !width || widths.get(picture) === width) return;
    widths.set(picture, width);
    const at = stateOf(picture), now = picture.querySelector(".picture-now"), said = now.textContent;
    const highest = new Map([[stage, 0], [now, 0]]);
    for (const part of highest.keys()) part.style.minHeight = "";
    sentences(picture).forEach((sentence, state) => {
        apply(picture, state);
        now.textContent = sentence;
        for (const [part, height] of highest) highest.set(part, Math.max(height, Math.ceil(part.getBoundingClientRect().height)));
    });
    for (const [part, height] of highest) part.style.minHeight = `${height}px`;
    now.textContent = said;
    apply(picture, at);
};
const sizes = new ResizeObserver(entries => { for (const {target} of entries) steady(target); });

// The formula, and a share as the program writes it: of two tenths as near as each other the even one.

const share = number => {
    const percent = 100 * number;
    const written = 4 * percent % 4 === 1 ? (percent - 0.05).toFixed(1) : percent.toFixed(1);
    return `${written.replace(/\.0$/, "")}\u00a0%`;
};
const likelihood = (so, confidences) =>
    so.reduce((product, holds, fact) => product * (holds ? confidences[fact] : 1 - confidences[fact]), 1);
const expected = (worlds, confidences) =>
    worlds.reduce((sum, {so, known}) => sum + likelihood(so, confidences) * known, 0);

const fill = (picture, values) => say(picture, picture.dataset.says.replace(/{(\w+)}/g, (_, name) => values[name]));
const measure = (picture, known) => {
    picture.querySelector(".picture-meter .picture-bar > span").style.width = `${100 * known}%`;
    picture.querySelector(".picture-meter b").textContent = share(known);
};

// Worlds: as wide as they are likely.

const setWorlds = picture => {
    const sliders = parts(picture, "[data-fact]"), confidences = sliders.map(slider => slider.value / 100);
    const worlds = parts(picture, ".world").map(world => ({
        so: world.dataset.so.split(" ").map(Number), known: Number(world.dataset.known), world,
    }));
    const known = expected(worlds, confidences), cells = parts(picture, "[data-likely]");
    for (const [number, {so, world}] of worlds.entries()) {
        world.style.width = `${100 * likelihood(so, confidences)}%`;
        cells[number].textContent = share(likelihood(so, confidences));
    }
    for (const [number, slider] of sliders.entries()) {
        slider.setAttribute("aria-valuetext", share(confidences[number]));
        slider.parentElement.querySelector(".picture-value").textContent = share(confidences[number]);
    }
    picture.querySelector(".picture-mean").style.bottom = `${100 * known}%`;
    measure(picture, known);
    const sum = worlds.map(({so, known}) => `${share(likelihood(so, confidences))} × ${share(known)}`).join(" + ");
    fill(picture, {sum, f: share(known)});
};

// Whatever picture comes into the document is taken up.

const begin = picture => {
    picture.dataset.live = "";
    if (!picture.querySelector(".picture-stage")) return;
    apply(picture, stateOf(picture));
    say(picture, sentences(picture)[stateOf(picture)]);
    sizes.observe(picture);
};
const takeUp = () => {
    for (const picture of document.getElementsByClassName("picture")) if (!("live" in picture.dataset)) begin(picture);
};
new MutationObserver(takeUp).observe(document, {childList: true, subtree: true});
takeUp();
document.addEventListener("click", ({target}) => {
    const button = target.closest?.(".picture button"), picture = button?.closest(".picture");
    if (button?.dataset.go) go(picture, button.dataset.go);
});
document.addEventListener("input", ({target}) => {
    const picture = target.closest?.(".picture");
    if (!picture) return;
    if ("fact" in target.dataset) return setWorlds(picture);
    stop(picture);
    turn(picture, Number(target.value));
});
}
