"""`manage.py score --labels`: every figure of a crowd's labels, from a file alone."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.commands.crowds import WORKERS, score, small
from tests.commands.running import refusal_of, run, write

LABELS = ("joy", "fear")


def several(path: Path) -> Path:
    """Return twelve items judged by three workers; cy always adds fear."""
    lines = [
        f"{worker},t{number},{'joy' if number % 2 else '|'}{'|fear' if worker == 'cy' else ''},joy"
        for number in range(12)
        for worker in WORKERS
    ]
    return write(path, "worker,item,label,gold", *lines)


def ratings(path: Path) -> Path:
    """Return Krippendorff's example C (2011): four observers, twelve units."""
    observers = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    lines = [
        f"w{worker},u{unit},{value}"
        for worker, values in enumerate(observers)
        for unit, value in enumerate(values)
        if value != "."
    ]
    return write(path, "worker,item,label", *lines)


def spaced(printed: str) -> list[str]:
    return [" ".join(line.split()) for line in printed.splitlines()]


def test_every_figure_is_there(tmp_path: Path) -> None:
    result = score(small(tmp_path / "labels.csv", "labels"), "labels")
    assert (result["kind"], result["level"]) == ("one", "nominal")
    assert Fraction(result["pairwise"]["exact"]) == Fraction(2, 3)
    assert result["pairwise_agreement"] == pytest.approx(2 / 3)
    assert result["alpha"]["exact"] == "11/40"
    assert result["majority"]["consensus"] == {"fear": 5, "joy": 5}
    assert result["majority"]["ties"] == 0
    assert result["majority"]["accuracy"] == 1.0
    assert result["absolute_majority"]["items"] == 10
    assert result["dawid_skene"]["accuracy"] == 1.0
    assert result["kappa"]["fleiss"]["items"] == 10
    assert result["worker_agreement"]["quartiles"] == [0.75, 1.0, 1.0]
    assert result["time"]["spearman"]["value"] == pytest.approx(1)
    assert [(one["label"], one["judgments"]) for one in result["labels"]] == [
        ("fear", 10),
        ("joy", 20),
    ]
    assert "median_consensus" not in result


def test_with_too_many_labels_models_are_left_out(tmp_path: Path) -> None:
    rows = [f"{worker},t{number},{number}" for number in range(51) for worker in "ab"]
    path = write(tmp_path / "labels.csv", "worker,item,label", *rows)
    found = score(path, "labels", "--models", "mace")
    reason = "Left out: it is of at most 50 labels."
    assert found["models"] == {"mace": {"reason": reason}}
    printed = spaced(run("score", "--labels", str(path), "--models", "mace"))
    assert f"MACE: {reason}" in printed
    assert "MACE – – – –" in printed


def test_further_models_settle_sets_label_by_label(tmp_path: Path) -> None:
    path, lines = several(tmp_path / "labels.csv"), tmp_path / "items.jsonl"
    found = score(path, "labels", "--models", "all", "--items", str(lines))
    assert list(found["models"]) == ["one_coin", "mace", "glad"]
    assert {one["items"] for one in found["models"].values()} == {12}
    for line in map(json.loads, lines.read_text().splitlines()):
        for choice in line["models"].values():
            assert list(choice["posterior"]) == ["fear", "joy"]
            assert choice["labels"] == [
                label for label, chance in choice["posterior"].items() if chance > 0.5
            ]
    assert "GLAD" in run("score", "--labels", str(path), "--models", "glad")


def test_any_number_of_labels(tmp_path: Path) -> None:
    path = several(tmp_path / "labels.csv")
    result = score(path, "labels")
    assert (result["kind"], result["level"]) == ("any", "nominal")
    joy, fear = (next(one for one in result["labels"] if one["label"] == name) for name in LABELS)
    assert (joy["judgments"], joy["alpha"]["exact"], joy["consensus"]) == (18, "1/1", 6)
    assert (fear["judgments"], fear["consensus"]) == (12, 0)
    assert Fraction(result["alpha"]["exact"]) == (1 + Fraction(fear["alpha"]["exact"])) / 2
    assert Fraction(result["pairwise"]["exact"]) == Fraction(1, 3)
    assert result["majority"]["accuracy"] == 0.5
    assert result["majority"]["labels"]["fear"]["accuracy"] == 1
    assert "kappa" not in result
    ann = result["worker_agreement"]["workers"][0]
    assert (ann["worker"], ann["judged"], ann["decisions"], ann["agreement"]) == ("ann", 12, 24, 1)
    lines = spaced(run("score", "--labels", str(path)))
    for line in (
        "Labels, any number per item",
        "fear 12 33.3% 0 -0.4583",
        "joy 18 50.0% 6 1.0000",
        "majority 12 0 50.00% 12",
        "ann 12 100.0% 100.0% 97.6% 12 6",
    ):
        assert line in [one.replace("−", "-") for one in lines]


def test_places_on_a_scale(tmp_path: Path) -> None:
    """Krippendorff prints .743, .815 and .849."""
    path = ratings(tmp_path / "ratings.csv")
    found = {
        level: score(path, "labels", "--level", level)
        for level in ("nominal", "ordinal", "interval")
    }
    assert {level: round(one["alpha"]["value"], 3) for level, one in found.items()} == {
        "nominal": 0.743,
        "ordinal": 0.815,
        "interval": 0.849,
    }
    assert [found[level]["kind"] for level in found] == ["one", "scale", "scale"]
    ordinal = found["ordinal"]
    assert ordinal["nominal"]["exact"] == found["nominal"]["alpha"]["exact"]
    assert (ordinal["median"]["exact"], ordinal["mean"]["judgments"]) == ("2/1", 41)
    assert ordinal["median_consensus"]["items"] == 12
    assert score(path, "labels")["alpha"] == found["nominal"]["alpha"]
    lines = spaced(run("score", "--labels", str(path), "--level", "ordinal"))
    assert "Labels, places on a scale, ordinal" in lines
    assert "α 0.8154 11" in lines
    assert "α, nominal 0.7434 11" in lines
    assert any(line.startswith("median 12 ") for line in lines)


@pytest.mark.long
def test_intervals_stand_in_each_figure(tmp_path: Path) -> None:
    path = ratings(tmp_path / "ratings.csv")
    options = ("--interval", "--level", "ordinal", "--level", "0.8", "--resamples", "200")
    result = score(path, "labels", *options)
    for name in ("alpha", "nominal", "pairwise"):
        figure = result[name]
        assert figure["interval"]["low"] < figure["value"] < figure["interval"]["high"]
        assert (figure["interval"]["level"], figure["interval"]["over"]) == (0.8, "items")
    printed = run("score", "--labels", str(path), *options)
    assert printed.count("200 resamples of the items, seed") == 3
    alone = run("score", "--labels", str(small(tmp_path / "labels.csv", "labels")), "--interval")
    assert alone.count("1,000 resamples of the items, seed") == 2


def test_the_order_of_rows_of_several_labels_does_not_matter(tmp_path: Path) -> None:
    path = several(tmp_path / "labels.csv")
    head, *rows = path.read_text().splitlines()
    turned = write(tmp_path / "turned.csv", head, *rows[::-1])
    assert score(turned, "labels", "--interval") == score(path, "labels", "--interval")


def test_a_stranger_can_read_the_tables(tmp_path: Path) -> None:
    lines = spaced(run("score", "--labels", str(small(tmp_path / "labels.csv", "labels"))))
    for line in (
        "Labels, one per item",
        "workers 3",
        "α 0.2750 10",
        "pairwise agreement 0.6667 10",
        "joy 20 66.7% 5 0.2750",
        "majority 10 0 100.00% 10",
        "the three methods differ on 0 items",
        "Workers who judged at least 10 items: 3 (0 judged fewer)",
        "own vote counted in 75.00% 100.00% 100.00%",
        "Time, of 30 judgments: median 5.5 seconds",
    ):
        assert line in lines


def test_numbers_may_be_ratings(tmp_path: Path) -> None:
    rows = [f"{who},t{place},{place % 3}" for place in range(4) for who in ("ann", "bob")]
    path = str(write(tmp_path / "ratings.csv", "worker,item,label", *rows))
    assert "If they are ratings, add --level ordinal" in run("score", "--labels", path)
    assert "ratings" not in run("score", "--labels", path, "--level", "nominal")
    assert "ratings" not in run("score", "--labels", path, "--level", "ordinal")
    assert "ratings" not in run("score", "--labels", str(small(tmp_path / "labels.csv", "labels")))


def test_tables_of_r_and_pandas_are_named(tmp_path: Path) -> None:
    path = write(tmp_path / "ratings.txt", '"ann" "bob"', '"1" 1 2', '"2" 2 NA')
    said = refusal_of("score", "--labels", str(path))
    assert "separated by spaces. Save the table in R with write.csv." in said
    columns = write(tmp_path / "columns.json", '{"worker": {"0": "ann"}, "label": {"0": "x"}}')
    assert 'orient="records"' in refusal_of("score", "--labels", str(columns))


def test_a_long_scale_is_cut_and_has_no_dawid_skene(tmp_path: Path) -> None:
    rows = [f"{who},t{number},{number}" for number in range(60) for who in ("ann", "bob")]
    path = write(tmp_path / "ratings.csv", "worker,item,label", *rows)
    lines = spaced(run("score", "--labels", str(path), "--level", "interval"))
    assert "29 2 1.7% 1 1.0000" in lines
    assert "and 30 more; --json has all" in lines
    assert "Dawid–Skene: Dawid–Skene is of at most 50 labels; here are 60." in lines
    assert "the three methods differ on 0 items" in lines


@pytest.mark.long
def test_one_line_an_item(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run("score", "--labels", str(small(tmp_path / "labels.csv", "labels")), "--items", str(out))
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["item"] for line in lines] == [f"t{number}" for number in range(10)]
    assert lines[3]["votes"] == {"fear": 2, "joy": 1}
    assert lines[3]["majority"] == lines[3]["dawid_skene"] == lines[3]["gold"] == "fear"
    run("score", "--labels", str(several(tmp_path / "several.csv")), "--items", str(out))
    line = json.loads(out.read_text().splitlines()[1])
    assert (line["votes"], line["majority"], line["gold"]) == (
        {"fear": 1, "joy": 3},
        ["joy"],
        ["joy"],
    )


@pytest.mark.parametrize(
    ("content", "level", "said"),
    [
        ("a,t,3\nb,t,high\n", "ordinal", "row 3, column label: “high” is not a number"),
        ("a,t,1|2\n", "interval", "row 2, column label: “1|2” contains several labels"),
    ],
)
def test_what_is_on_no_scale_is_one_clear_line(
    tmp_path: Path, content: str, level: str, said: str
) -> None:
    path = write(tmp_path / "bad.csv", f"worker,item,label\n{content}")
    refusal = refusal_of("score", "--labels", str(path), "--level", level)
    assert refusal.startswith(f"{path}: ")
    assert said in refusal
    assert "\n" not in refusal


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--labels", "a.csv", "--yes", "yes"), "--yes cannot be used with --labels."),
        (
            ("--labels", "a.csv", "--pairs", "a.csv"),
            "--labels and --pairs cannot be used together.",
        ),
        (
            ("--pairs", "a.csv", "--level", "ordinal"),
            "--level ordinal cannot be used with --pairs.",
        ),
        (("--labels", "a.csv", "--level", ".9"), "--level goes with --interval."),
        (("--labels", "absent.csv"), "absent.csv cannot be read"),
        ((), "Name a file with --labels, --pairs"),
    ],
)
def test_trouble_at_the_terminal(options: tuple[str, ...], said: str) -> None:
    assert said in refusal_of("score", *options)
