// Everything that is compiled once for each instruction set. Included inside a namespace of its
// own, after TREEWIDGET_VARIANT is defined as its name.

#include "part.inl"

extern const Variants table;
const Variants table = {TREEWIDGET_VARIANT, part};
