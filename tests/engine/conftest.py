"""The kernel in every instruction set that the machine has."""

import pytest

from treewidget import kernels

native = kernels.native()


@pytest.fixture(params=native.instruction_sets() if native else [])
def instruction_set(request):
    before = native.instruction_set()
    native.use(request.param)
    yield request.param
    native.use(before)
