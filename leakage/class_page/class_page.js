// The class as one page. Texts, answers and pictures are in it; the script shows, moves and looks up.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// The desk: frames, each with its cards, the values that match, and what Eve knows.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE = 550, PAUSE = 1600;
const frames = desk => all(".frames li", desk);
const frameOf = desk => Number(find("input", desk).value);
const holds = (part, name, at) => (part.dataset[name] ?? "").split(" ").includes(String(at));
const show = (desk, at) => {
    for (const card of all(".card", desk)) {
        card.hidden = !holds(card, "in", at);
        card.classList.toggle("marked", holds(card, "mark", at));
    }
    for (const fact of all("[data-lit]", desk)) fact.classList.toggle("lit", holds(fact, "lit", at));
    const frame = frames(desk)[at];
    find(".meter .bar > span", desk).style.width = `${100 * frame.dataset.known}%`;
    find(".meter b", desk).textContent = frame.dataset.words;
    find(".now", desk).textContent = frame.textContent;
    find("input", desk).value = at;
    find("input", desk).setAttribute("aria-valuetext", `${at + 1} of ${frames(desk).length}`);
};
// What stays goes to its new place; what was joined goes where the joined card is, which then comes out.
const shift = (from, to) => `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
const turn = (desk, to) => {
    const at = Math.max(0, Math.min(frames(desk).length - 1, to)), cards = all(".card", desk);
    const before = new Map(cards.filter(card => !card.hidden).map(card => [card, card.getBoundingClientRect()]));
    show(desk, at);
    if (still.matches) return;
    for (const card of cards.filter(card => !card.hidden)) {
        const place = card.getBoundingClientRect(), timing = {duration: SLIDE, easing: "ease-in-out"};
        if (before.has(card)) card.animate([{transform: shift(before.get(card), place)}, {transform: "none"}], timing);
        else card.animate([{opacity: 0, transform: "scale(0.9)"}, {opacity: 1, transform: "none"}], timing);
    }
};
let playing;
const stop = () => {
    playing = clearInterval(playing);
    for (const button of all("[data-go=all]")) button.textContent = "Play";
};
const play = desk => {
    stop();
    turn(desk, 0);
    desk.dataset.played = "yes";
    find("[data-go=all]", desk).textContent = "Stop";
    playing = setInterval(() => {
        turn(desk, frameOf(desk) + 1);
        if (frameOf(desk) === frames(desk).length - 1) stop();
    }, PAUSE);
};
// Worlds grow from no confidence to the one that Eve has.
const grow = (worlds, part = 0) => {
    stop();
    for (const slider of all("[data-fact]", worlds)) slider.value = slider.defaultValue * part / 20;
    setWorlds(worlds);
    worlds.dataset.played = "yes";
    if (part < 20) playing = setTimeout(grow, PAUSE / 20, worlds, part + 1);
};
// The page below a desk stays where it is: it is always as high as its highest frame.
const steady = desk => {
    const stage = find(".stage", desk), at = frameOf(desk);
    stage.style.minHeight = "";
    const heights = frames(desk).map((_, frame) => {
        show(desk, frame);
        return stage.clientHeight;
    });
    stage.style.minHeight = `${Math.max(...heights)}px`;
    show(desk, at);
};

// Worlds: each as wide as it is likely; the one formula, and a share as the page writes it.

const share = number => `${(100 * number).toFixed(1).replace(/\.0$/, "")} %`;
const setWorlds = picture => {
    const sliders = all("[data-fact]", picture), sure = sliders.map(slider => slider.value / 100);
    const cells = all("[data-likely]", picture);
    let known = 0;
    for (const [number, world] of all(".world", picture).entries()) {
        const so = world.dataset.so.trim().split(" ").map(Number);
        const likely = so.reduce((product, holds, fact) => product * (holds ? sure[fact] : 1 - sure[fact]), 1);
        world.style.width = `${100 * likely}%`;
        cells[number].textContent = share(likely);
        known += likely * world.dataset.known;
    }
    for (const [number, slider] of sliders.entries()) {
        slider.setAttribute("aria-valuetext", share(sure[number]));
        find(".value", slider.parentElement).textContent = share(sure[number]);
    }
    find(".mean", picture).style.bottom = find(".meter .bar > span", picture).style.width = `${100 * known}%`;
    find(".meter b", picture).textContent = share(known);
};
document.addEventListener("click", ({target}) => {
    const desk = target.dataset.go && target.closest(".picture"), played = playing;
    if (!desk) return;
    stop();
    if (target.dataset.go !== "all") turn(desk, frameOf(desk) + Number(target.dataset.go));
    else if (!played) play(desk);
});
document.addEventListener("input", ({target}) => {
    const picture = target.closest(".picture");
    if (!picture) return;
    stop();
    if ("fact" in target.dataset) setWorlds(picture);
    else turn(picture, Number(target.value));
});

// One view at a time: a step, the exercises, a worksheet. Links lead from one to the other.

const problemId = () => /^exercise-(\w+-\d-\d+)$/.exec(location.hash.slice(1))?.[1];
const viewOf = () => {
    if (problemId() in data.exercises) return find("#exercises");
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest(".view") ?? find("#contents");
};
const title = document.title;
const open = view => {
    stop();
    for (const other of all(".view")) other.hidden = other !== view;
    const heading = find("h1", view), desk = find("[data-picture=desk]", view);
    document.title = view.id === "contents" ? title : `${heading.textContent} · ${title}`;
    if (desk) steady(desk);
    if (view.id === "exercises") openProblem();
    if (view.id === "worksheets") openSheet();
    return heading;
};
addEventListener("hashchange", () => {
    const view = viewOf(), was = view.hidden, heading = open(view);
    if (!was) return;
    scrollTo(0, 0);
    heading.focus({preventScroll: true});
});

// Lessons: a guess is looked up among all that can be made. With the truth a picture stands at its last frame.

// What is said now is on the screen, on a projector too.
const inSight = part => part.scrollIntoView({block: "nearest"});
const reveal = (step, said) => {
    stop();
    step.classList.add("shown");
    find(".verdict", step).textContent = said;
    const desk = find("[data-picture=desk]", step), worlds = find("[data-picture=worlds]", step);
    if (desk) show(desk, frames(desk).length - 1);
    if (worlds) {
        for (const slider of all("input", worlds)) slider.value = slider.defaultValue;
        setWorlds(worlds);
    }
    inSight(all(".after", step).at(-1));
};
const guessed = form => {
    const slider = find("[type=range]", form);
    if (slider) return slider.dataset.moved ? Math.round((slider.value - slider.min) / slider.step) : -1;
    return Number(find(":checked", form)?.value ?? -1);
};
for (const form of all("form.guess")) {
    const step = form.closest(".step"), verdict = find(".verdict", form);
    const {begin, ends, guesses} = data.outcomes[step.id];
    form.addEventListener("input", ({target}) => {
        if (target.type !== "range") return;
        target.dataset.moved = "yes";
        const text = guesses[guessed(form)];
        find("output", form).textContent = text;
        target.setAttribute("aria-valuetext", text);
    });
    form.addEventListener("submit", event => {
        event.preventDefault();
        const place = guessed(form);
        if (place < 0) verdict.textContent = verdict.dataset.untouched;
        else reveal(step, begin + ends[place]);
    });
    find("[data-show]", form).addEventListener("click", () => reveal(step, verdict.dataset.truth));
}
for (const desk of all("[data-picture=desk]")) show(desk, 0);

// What was typed, as a share, and half a unit of its last digit.

const {judging} = data;
const matched = (pattern, text) => {
    const found = new RegExp(`^${judging.space}${pattern}${judging.space}$`, "i").exec(text);
    return found?.slice(1).map(part => part ?? "");
};
const readAnswer = text => {
    const fraction = matched(judging.fraction, text);
    if (fraction) {
        const [above, below, unit] = fraction;
        return Number(below) ? {value: above / below / (unit ? 100 : 1), half: 0} : {refused: judging.nothingBelow};
    }
    const [whole, places, unit] = matched(judging.decimal, text) ?? ["", "", ""];
    if (!whole && !places) return {refused: judging.noNumber};
    const number = Number(`${whole}.${places || 0}`), scale = unit || number > 1 ? 100 : 1;
    return {value: number / scale, half: places || scale > 1 ? 0.5 / 10 ** places.length / scale : 0};
};
// Whether a number rounds to what was typed, or was cut off to it.
const compared = ({value, half}, number) => {
    const [above, below = 1] = number.split("/"), off = above / below - value;
    return {means: Math.abs(off) <= half + 1e-12, cut: off > 0 && off < 2 * half - 1e-12};
};
const judge = (problem, typed) => {
    const {means, cut} = compared(typed, problem.answer);
    if (means) return judging.right;
    const made = problem.mistakes.filter(([number]) => compared(typed, number).means);
    const said = [...new Set(made.map(([, text]) => data.texts[text]))];
    if (said.length) return said.length > 1 ? judging.several : said[0];
    return cut ? judging.cut : `${judging.unknown} ${data.texts[problem.hint]}`;
};

// Exercises: two tries, then the answer and how it is worked out.

const choice = find("#choice").elements, typedField = find("#answer").elements.typed;
let current = "", tried = new Set();
const workedOut = problem => problem.worked.map(text => data.texts[text]).join("");
const over = said => {
    find("#table").classList.add("shown");
    find("#worked").hidden = false;
    find("#verdict").textContent = `${said}The answer is ${data.exercises[current].truth}.`;
    inSight(find("#worked"));
};
const answered = typed => {
    const said = typed.refused ?? judge(data.exercises[current], typed), tries = judging.tries;
    // The same answer typed once more is no second try.
    if (!typed.refused) tried.add(typed.value);
    if (!typed.refused && (said === judging.right || find("#table.shown") || tried.size >= tries)) over(`${said} `);
    else find("#verdict").textContent = typed.refused ?? `${said} ${judging.again}`;
    typedField.select();
    inSight(find("#verdict"));
};
const openProblem = () => {
    const id = problemId() in data.exercises ? problemId() : current || "precision-1-1";
    if (id === current) return;
    current = id;
    tried = new Set();
    [choice.topic.value, choice.level.value, choice.number.value] = id.split("-");
    find("#ask").textContent = data.texts[data.exercises[id].ask];
    find("#table").innerHTML = data.exercises[id].table;
    find("#table").classList.remove("shown");
    find("#worked div").innerHTML = workedOut(data.exercises[id]);
    find("#verdict").textContent = typedField.value = "";
    find("#worked").hidden = true;
    find("#worked").open = false;
};
const go = number => { location.hash = `exercise-${choice.topic.value}-${choice.level.value}-${number}`; };
find("#choice").addEventListener("change", () => go(choice.number.value));
find("#answer").addEventListener("submit", event => {
    event.preventDefault();
    answered(readAnswer(typedField.value));
});
find("#answer [data-show]").addEventListener("click", () => over(""));
find("#another").addEventListener("click", () => {
    go(Number(choice.number.value) % choice.number.options.length + 1);
    typedField.focus();
});

// A worksheet: two exercises of every topic, and their answers on pages of their own.

const openSheet = () => {
    const {level, number} = find("#sheet-choice").elements, titles = [...choice.topic.options];
    const places = [2 * number.value - 1, 2 * number.value];
    const chosen = places.flatMap(place => titles.map(({value, text}) => [text, data.exercises[`${value}-${level.value}-${place}`]]));
    // Twenty-four regions of one name lead nobody anywhere.
    const plain = html => html.replace(/ role="region" aria-label="[^"]*"/g, "");
    const sections = write => chosen.map(([text, problem], place) => `<section><h2>${place + 1}. ${text}${write(problem)}</section>`).join("");
    find("[data-problems]").innerHTML = sections(({ask, table}) =>
        `</h2><p>${data.texts[ask]}</p>${plain(table)}<div class="room"></div><p class="answer">Answer: <span></span></p>`);
    find("[data-answers]").innerHTML = sections(problem => `: ${problem.truth}</h2>${plain(workedOut(problem))}`);
};
find("#sheet-choice").addEventListener("change", openSheet);
find("#print").addEventListener("click", () => print());

// Keys: a presenter's always go on: once the truth is shown they first play the picture. Arrows turn pages as well.

const KEYS = {PageDown: "next", PageUp: "prev", ArrowRight: "next", ArrowLeft: "prev"};
document.addEventListener("keydown", event => {
    const {key, target, altKey, ctrlKey, metaKey, shiftKey} = event;
    if (!(key in KEYS) || altKey || ctrlKey || metaKey || shiftKey) return;
    if (key.startsWith("Arrow") && target.closest("input, select, .grid, .picture")) return;
    const link = find(`.view:not([hidden]) [rel=${KEYS[key]}]`);
    const picture = find(".view.shown:not([hidden]) :is([data-picture=desk], [data-picture=worlds])");
    if (!link) return;
    event.preventDefault();
    if (key !== "PageDown" || !picture || picture.dataset.played) link.click();
    else (picture.dataset.picture === "desk" ? play : grow)(picture);
});
document.documentElement.classList.add("live");
open(viewOf());
