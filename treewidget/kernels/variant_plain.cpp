#include "threads.hpp"
#include "variants.hpp"

#define TREEWIDGET_VARIANT "plain"
namespace treewidget::plain {
#include "variants.inl"
}
