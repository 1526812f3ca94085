"""The methods, one file each: a line here and a file beside it is all that another one takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .acls import ACLS
from .assistant import ASSISTANT
from .c45 import C45
from .c50 import C50
from .cart import CART
from .chaid import CHAID
from .cls import CLS
from .exhaustive_chaid import EXHAUSTIVE_CHAID
from .id3 import ID3
from .islr import ISLR

if TYPE_CHECKING:
    from ..recipe import Method

RECIPES: Final[dict[str, Method]] = {
    recipe.name: recipe
    for recipe in (CART, ID3, ACLS, C45, C50, CHAID, EXHAUSTIVE_CHAID, CLS, ASSISTANT, ISLR)
}
