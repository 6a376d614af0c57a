// The class as one page. Texts, answers and usual mistakes are in the data; here a number is read and looked up.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// What was typed: a share and half a unit of its last digit, both as [numerator, denominator]; as read_answer reads it.

const WHOLE = 100n;
const matched = (pattern, text) => {
    const {space} = data.judging;
    return new RegExp(`^${space}${pattern}${space}$`, "i").exec(text)?.slice(1).map(part => part ?? "");
};
const readAnswer = text => {
    const fraction = matched(data.judging.fraction, text);
    if (fraction) {
        const [above, below, unit] = fraction;
        if (BigInt(below) === 0n) return {refused: data.judging.nothingBelow};
        return {value: [BigInt(above), BigInt(below) * (unit ? WHOLE : 1n)], half: [0n, 1n]};
    }
    const [whole, places, unit] = matched(data.judging.decimal, text) ?? ["", "", ""];
    if (!whole && !places) return {refused: data.judging.noNumber};
    const digits = BigInt(whole + places), size = 10n ** BigInt(places.length);
    const scale = unit || digits > size ? WHOLE : 1n;
    const half = places || scale > 1n ? [1n, 2n * size * scale] : [0n, 1n];
    return {value: [digits, size * scale], half};
};

// How far a number lies above what was typed, and whether it rounds to it, or was cut off to it.

const fractionOf = text => {
    const [above, below = "1"] = text.split("/");
    return [BigInt(above), BigInt(below)];
};
const compared = ({value, half}, number) => {
    const [above, below] = fractionOf(number);
    const off = (above * value[1] - value[0] * below) * half[1], room = half[0] * value[1] * below;
    return {means: off <= room && -off <= room, cut: off > 0n && off < 2n * room};
};
const isRight = (problem, typed) => compared(typed, problem.answer).means;
const judge = (problem, typed) => {
    const {right, several, cut} = data.judging;
    if (isRight(problem, typed)) return right;
    const made = problem.mistakes.filter(([number]) => compared(typed, number).means);
    const said = [...new Set(made.map(([, text]) => data.texts[text]))];
    if (said.length) return said.length > 1 ? several : said[0];
    return compared(typed, problem.answer).cut ? cut : data.texts[problem.hint];
};

// One view at a time: a step, the exercises, a worksheet. Links lead from one to the other.

const problemId = () => /^exercise-(\w+-\d-\d+)$/.exec(location.hash.slice(1))?.[1];
const viewOf = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (problemId() in data.exercises) return find("#exercises");
    return document.getElementById(id)?.closest(".view") ?? find("#contents");
};
const title = document.title;
const open = view => {
    for (const other of all(".view")) other.hidden = other !== view;
    const heading = find("h1", view);
    document.title = view.id === "contents" ? title : `${heading.textContent} · ${title}`;
    if (view.id === "exercises") openProblem();
    return heading;
};
const turn = () => {
    const view = viewOf(), was = view.hidden, heading = open(view);
    if (!was) return;
    scrollTo(0, 0);
    heading.focus({preventScroll: true});
};

// Lessons: a guess is looked up among all that can be made.

const reveal = (step, said) => {
    step.classList.add("shown");
    find(".verdict", step).textContent = said;
};
const guessed = form => {
    const slider = find("[type=range]", form), picked = find(":checked", form);
    if (slider) return slider.dataset.moved ? Math.round((slider.value - slider.min) / slider.step) : -1;
    return picked ? Number(picked.value) : -1;
};
for (const form of all("form.guess")) {
    const step = form.closest(".step"), verdict = find(".verdict", form);
    const {begin, ends, guesses} = data.lessons[step.id];
    form.addEventListener("input", ({target}) => {
        if (target.type !== "range") return;
        target.dataset.moved = "yes";
        const text = data.texts[guesses[guessed(form)]];
        find("output", form).textContent = text;
        target.setAttribute("aria-valuetext", text);
    });
    form.addEventListener("submit", event => {
        event.preventDefault();
        const place = guessed(form);
        if (place < 0) verdict.textContent = verdict.dataset.untouched;
        else reveal(step, begin + data.texts[ends[place]]);
    });
    find("[data-show]", form).addEventListener("click", () => reveal(step, verdict.dataset.truth));
}

// Exercises: two tries, then the answer and how it is worked out.

const choice = find("#choice").elements, typedField = find("#answer").elements.typed;
let current = "", tried = new Set();
const problemNow = () => data.exercises[current];
const over = said => {
    find("#table").classList.add("shown");
    find("#worked").hidden = false;
    find("#verdict").textContent = said;
};
const answered = () => {
    const typed = readAnswer(typedField.value), verdict = find("#verdict");
    if (typed.refused) {
        verdict.textContent = `${typed.refused[0].toUpperCase()}${typed.refused.slice(1)}.`;
        return;
    }
    const said = judge(problemNow(), typed), [above, below] = typed.value;
    // 1/2 and 2/4 are one try; a rounded number is another one.
    const known = [...tried].some(other => other.half.join() === typed.half.join()
        && other.value[0] * below === above * other.value[1]);
    if (!known) tried.add(typed);
    const right = isRight(problemNow(), typed), ended = right || find("#table.shown") || tried.size >= data.judging.tries;
    if (ended) over(`${said} ${problemNow().truth}`);
    else verdict.textContent = `${said} ${data.judging.again}`;
    typedField.select();
};
// A table, as html_of draws it.

const MEANINGS = {"+": ["right", "✓"], "-": ["wrong", "✗"]};
const element = (name, attributes, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
};
const valueOf = text => {
    const [meaning, mark] = MEANINGS[text[0]] ?? [];
    if (!meaning) return element("span", {}, text.slice(1));
    return element("span", {class: meaning}, `${text.slice(1)} `,
        element("span", {role: "img", "aria-label": meaning}, mark));
};
const cellOf = values => element("td", {}, ...values.flatMap((text, place) => [...place ? [" · "] : [], valueOf(text)]));
const rowOf = ([name, ...cells]) => element("tr", {}, element("th", {scope: "row"}, name), ...cells.map(cellOf));
const tableOf = ({columns, rows, notes, wide}) => [
    element("div", {class: wide ? "grid wide" : "grid", role: "region", "aria-label": "The problem", tabindex: "0"},
        element("table", {},
            element("thead", {}, element("tr", {}, ...columns.map(text => element("th", {scope: "col"}, text)))),
            element("tbody", {}, ...rows.map(rowOf)))),
    element("div", {class: "grid-notes"}, ...notes.map(text => element("p", {}, data.texts[text]))),
];
const workedOut = ({steps, worlds}) => {
    find("#worked ol").replaceChildren(...steps.map(([text, formula]) => {
        const line = document.createElement("li");
        line.innerHTML = data.formulas[formula];
        line.prepend(data.texts[text]);
        return line;
    }));
    find("#worked .worlds").hidden = !worlds.length;
    find("#worked tbody").replaceChildren(...worlds.map(([name, ...cells]) => element("tr", {},
        element("th", {scope: "row"}, name), ...cells.map(text => element("td", {}, text)))));
};
const openProblem = () => {
    const id = problemId() in data.exercises ? problemId() : current || "precision-1-1";
    if (id === current) return;
    current = id;
    tried = new Set();
    [choice.topic.value, choice.level.value, choice.number.value] = id.split("-");
    find("#ask").textContent = data.texts[problemNow().ask];
    find("#table").replaceChildren(...tableOf(problemNow().grid));
    find("#table").classList.remove("shown");
    find("#verdict").textContent = "";
    find("#worked").hidden = true;
    find("#worked").open = false;
    typedField.value = "";
    workedOut(problemNow());
};
const go = (topic, level, number) => { location.hash = `exercise-${topic}-${level}-${number}`; };
find("#choice").addEventListener("change", () => go(choice.topic.value, choice.level.value, choice.number.value));
find("#choice").addEventListener("submit", event => event.preventDefault());
find("#answer").addEventListener("submit", event => {
    event.preventDefault();
    answered();
});
find("#answer [data-show]").addEventListener("click", () => over(problemNow().truth));
find("#another").addEventListener("click", () => {
    const last = choice.number.options.length;
    go(choice.topic.value, choice.level.value, Number(choice.number.value) % last + 1);
    typedField.focus();
});

// Keys: a presenter's always turn the pages, the arrows do outside of what takes them.

const KEYS = {PageDown: "next", PageUp: "prev", ArrowRight: "next", ArrowLeft: "prev"};
document.addEventListener("keydown", event => {
    const {key, target, altKey, ctrlKey, metaKey, shiftKey} = event;
    if (!(key in KEYS) || altKey || ctrlKey || metaKey || shiftKey) return;
    if (key.startsWith("Arrow") && target.closest("input, select, .grid, .picture")) return;
    const link = find(`.view:not([hidden]) [rel=${KEYS[key]}]`);
    if (!link) return;
    event.preventDefault();
    link.click();
});
for (const button of all("[data-print]")) button.addEventListener("click", () => print());
addEventListener("hashchange", turn);
document.documentElement.classList.add("live");
openProblem();
open(viewOf());
