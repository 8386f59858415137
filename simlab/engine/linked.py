"""Code of kernels that only kernels call: linked into its callers, never run by itself.

Numba optimizes each function together with all that it calls, makes machine code of it, and then
does both again for each caller. For what is called by kernels alone the callers are enough: a large
game compiles in two thirds of the time, and runs as fast. What is run has a copy of all that is
linked into it for itself. Once LLVM knows that, it inlines what is called in one place, and a game
plays up to a tenth faster.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import AnnotateTypes

LINKED = "linked"
"""Kind of library, beside those that Numba keeps on disk."""


class LinkedLibrary(JITCodeLibrary):
    """Code for linking only: neither optimized nor made machine code."""

    @property
    def codegen(self) -> Any:
        """The code generator, which is not told of objects of Python that run with the code."""
        return WithoutEnvironments(self._codegen)

    def _optimize_final_module(self) -> None:
        """Leave this to the callers."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code to point to."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return the name, LINKED and the code, to be read by `rebuilt`."""
        return self.name, LINKED, self._get_module_for_linking().as_bitcode()


class RareLibrary(LinkedLibrary):
    """Code for linking that is hardly ever called.

    LLVM does not inline it, and keeps its calls away from the code that nearly always runs.
    """

    _final_module: Any

    def _finalize_final_module(self) -> None:
        for function in self._final_module.functions:
            # what this code calls itself has another linkage
            if function.linkage == llvm.Linkage.external and not function.is_declaration:
                function.add_function_attribute("cold")
                function.add_function_attribute("noinline")
        super()._finalize_final_module()


class RunLibrary(JITCodeLibrary):
    """Code that is run, with what is linked into it."""

    _final_module: Any

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
        # the only place between linking and optimizing; Numba has no types
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


class WithoutEnvironments:
    """A code generator for what is not run."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""


class MakeLibrary(AnalysisPass):
    """Let the code of a function go into a library of another kind than Numba's."""

    library_class: type[JITCodeLibrary]

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Make the library before there is another."""
        state.library = self.library_class(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class MakeLinkedLibrary(MakeLibrary):
    """Let it go into a library for linking."""

    _name = "make_linked_library"
    library_class = LinkedLibrary


@register_pass(mutates_CFG=False, analysis_only=True)
class MakeRareLibrary(MakeLibrary):
    """Let it go into a library of what is hardly ever called."""

    _name = "make_rare_library"
    library_class = RareLibrary


@register_pass(mutates_CFG=False, analysis_only=True)
class MakeRunLibrary(MakeLibrary):
    """Let it go into a library that is run."""

    _name = "make_run_library"
    library_class = RunLibrary


class LinkedCompiler(CompilerBase):
    """Numba's compiler for functions that only kernels call."""

    make_library: type[MakeLibrary] = MakeLinkedLibrary

    def define_pipelines(self) -> list[Any]:
        """Return the usual passes and the one above."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(self.make_library, AnnotateTypes)
        passes.finalize()
        return [passes]


class RareCompiler(LinkedCompiler):
    """Numba's compiler for functions that kernels hardly ever call."""

    make_library = MakeRareLibrary


class RunCompiler(LinkedCompiler):
    """Numba's compiler for functions that Python calls, or that are called through a pointer."""

    make_library = MakeRunLibrary


def introduce(result: Any) -> None:
    """Tell machine code of the objects of Python that the kernels linked into it refer to."""
    if not isinstance(result.library, LinkedLibrary):
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)


def rebuilt(context: Any, library: tuple[str, str, Any], *rest: Any) -> Any:
    """Return the result of compiling that was kept on disk, of either kind of library."""
    if library[1] != LINKED:
        return CompileResult._rebuild(context, library, *rest)
    result = CompileResult._rebuild(Linking(context), library, *rest)
    return result._replace(target_context=context)


class Linking:
    """The context of code for linking while it is read."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def codegen(self) -> Linking:
        """Return what makes libraries of what was kept."""
        return self

    def unserialize_library(self, serialized: tuple[str, str, bytes]) -> LinkedLibrary:
        """Return the library that was kept."""
        name, _, code = serialized
        library = LinkedLibrary(self._context.codegen(), name)
        library._shared_module = llvm.parse_bitcode(code)
        library._finalized = True
        return library
