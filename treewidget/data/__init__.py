"""From a data frame to coded columns, a target, weights and parts."""

from .build import build_dataset
from .column import Column
from .cut import Cut
from .dataset import Dataset, Part
from .reading import Reading
from .target import Target

__all__ = ["Column", "Cut", "Dataset", "Part", "Reading", "Target", "build_dataset"]
