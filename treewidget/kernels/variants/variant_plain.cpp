#include "threads.hpp"
#include "variants/variants.hpp"

#define TREEWIDGET_VARIANT "plain"
namespace treewidget::plain {
#include "variants/variants.inl"
}
