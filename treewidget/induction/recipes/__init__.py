"""The methods, one file each: a line here and a file beside it is all that another one takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .cart import CART

if TYPE_CHECKING:
    from ..recipe import Method

RECIPES: Final[dict[str, Method]] = {recipe.name: recipe for recipe in (CART,)}
