// Everything that is compiled once for each instruction set. Included inside a namespace of its
// own, after TREEWIDGET_VARIANT is defined as its name.

#include "coding/space.inl"
#include "coding/bins.inl"
#include "lanes/lanes.inl"
#include "counting/sides.inl"
#include "counting/part.inl"
#include "counting/planes.inl"

#include "search/gains.inl"
#include "search/offers.inl"
#include "search/component.inl"
#include "search/subsets.inl"
#include "search/network.inl"
#include "search/ranks.inl"
#include "search/blocks.inl"
#include "search/glance.inl"
#include "counting/histogram.inl"
#include "search/coarse.inl"
#include "search/inside.inl"
#include "search/finer.inl"
#include "search/sifted.inl"
#include "search/binned_rows.inl"
#include "search/binned.inl"
#include "search/skim.inl"
#include "search/lists.inl"
#include "search/sorted.inl"
#include "search/dozen_lists.inl"
#include "search/dozen_lines.inl"
#include "search/dozens.inl"
#include "search/handful.inl"
#include "growth/gathered.inl"
#include "growth/spots.inl"
#include "growth/nodes.inl"
#include "growth/bottom.inl"
#include "growth/grow.inl"
#include "search/inspect.inl"
#include "search/threshold.inl"

extern const Variants table;
const Variants table = {TREEWIDGET_VARIANT, look_along, reach_along, place_along,
                        bin_all,            count_all,  part,        grow,        inspect,  threshold};
