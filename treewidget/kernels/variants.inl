// Everything that is compiled once for each instruction set. Included inside a namespace of its
// own, after TREEWIDGET_VARIANT is defined as its name.

#include "space.inl"
#include "bins.inl"
#include "lanes.inl"
#include "part.inl"

#include "gains.inl"
#include "offers.inl"
#include "component.inl"
#include "subsets.inl"
#include "blocks.inl"
#include "glance.inl"
#include "histogram.inl"
#include "coarse.inl"
#include "inside.inl"
#include "binned_rows.inl"
#include "binned.inl"
#include "lists.inl"
#include "sorted.inl"
#include "dozen_lists.inl"
#include "dozens.inl"
#include "handful.inl"
#include "gathered.inl"
#include "spots.inl"
#include "nodes.inl"
#include "bottom.inl"
#include "grow.inl"
#include "inspect.inl"

extern const Variants table;
const Variants table = {TREEWIDGET_VARIANT, look_along, reach_along, place_along,
                        bin_all,            count_all,  part,        grow,        inspect};
