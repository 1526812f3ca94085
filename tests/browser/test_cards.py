"""What stands on a card, measured as it is drawn."""

from __future__ import annotations

from .view import View

MANY = """
import pandas as pd
import treewidget as tw

ways = ["prepaid", "12 months", "24 months", "business", "family"]
frame = pd.DataFrame({"contract": ways * 40})
frame["churns"] = [k % 5 == 0 or k % 7 == 0 for k in range(len(frame))]
tree = tw.DecisionTree(frame, target="churns", method="id3")
view = tree.widget()
view
"""

AIR = """(node) => {
  const [name, ways] = ["contract", "branches"].map((text) =>
    [...node.querySelectorAll("span")].find((one) => !one.children.length
      && one.getBoundingClientRect().width > 0 && one.textContent.includes(text)));
  return ways.getBoundingClientRect().left - name.getBoundingClientRect().right;
}"""


def test_air_is_left_between_a_column_and_how_many_branches_it_makes(lab, write):
    lab.show(write(MANY))
    view = View(lab).wait()
    view.verb("Fit").click()
    assert view.node(0).evaluate(AIR) >= 4
