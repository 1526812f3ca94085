"""Keep three columns of Hitters: `python -m tests.goldens.make_hitters PATH/Hitters.csv`.

The file is that of PyPI's ``ISLP`` 0.6.0 (``ISLP/data/Hitters.csv``): baseball players of 1986 and
1987. The 59 without a salary are left out.
"""

import sys

import pandas as pd

from tests.goldens import HERE

HITTERS = HERE / "islp" / "hitters.csv"


def main():
    players = pd.read_csv(sys.argv[1])[["Years", "Hits", "Salary"]].dropna()
    HITTERS.parent.mkdir(exist_ok=True)
    players.to_csv(HITTERS, index=False)


if __name__ == "__main__":
    main()
